package org.driftfield.spark.rows;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.driftfield.InputException;
import org.driftfield.data.Design;
import org.driftfield.data.DesignInPieces;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Profile;
import org.driftfield.data.Recipe;
import org.driftfield.data.SeenRows;
import org.driftfield.data.Table;
import org.driftfield.engine.Rows;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmChecks;
import org.driftfield.models.glm.GlmRows;
import scala.Tuple2;

/**
 * The design of rows on Spark. One pass over the data counts rows and sees levels (before it, for files of text, one that sees
 * which columns are numbers), one more for each depth of functions such as {@code scale} that learn from the rows; the last
 * lays the rows out and brings each chunk to the partition that holds it.
 */
final class Layout {
    private final OrderedRows rows;
    private final Asked asked;
    private final IntSupplier partitions;
    private final AtomicLong rounds;
    private final SeenRows seen = new SeenRows();
    private final Map<Place, Offset> offsets = new HashMap<>();
    private Print print = Print.NONE;

    /** What each place makes its own pieces of a design from. */
    record Asked(Columns columns, String formula, NaPolicy missing) implements Serializable {
        DesignInPieces design() {
            return new DesignInPieces(Formula.parse(formula), columns.empty(), missing);
        }
    }

    /** A run, by the partition that reads it. */
    private record Place(int partition, int number) implements Serializable {}

    /** How many rows, and how many complete ones, stand before a run, and what it had when it was looked at. */
    private record Offset(long rows, long complete, Run run) implements Serializable {}

    /** What one partition has seen. */
    private record Looked(List<Run> runs, SeenRows seen) implements Serializable {}

    /** Some rows of a chunk, by column. */
    private record Fragment(int rows, double[] values) implements Serializable {}

    private Layout(OrderedRows rows, Asked asked, IntSupplier partitions, AtomicLong rounds) {
        this.rows = rows;
        this.asked = asked;
        this.partitions = partitions;
        this.rounds = rounds;
    }

    /**
     * Looks at the rows.
     *
     * @param partitions in how many parts they will be held, asked when they were looked at
     * @param rounds counts the jobs
     */
    static Layout of(
            OrderedRows rows,
            Columns given,
            String formula,
            NaPolicy missing,
            IntSupplier partitions,
            AtomicLong rounds) {
        Columns columns = given.csv() == null ? given : typed(rows, given, rounds);
        Layout layout = new Layout(rows, new Asked(columns, formula, missing), partitions, rounds);
        layout.look();
        return layout;
    }

    /** Which columns of a file of text are numbers. */
    static Columns typed(OrderedRows rows, Columns columns, AtomicLong rounds) {
        OrderedRows.Reader reader = rows.reader();
        rounds.incrementAndGet();
        List<boolean[]> each = Faults.clear(() -> rows.rows()
                .mapPartitions(own -> {
                    boolean[] text = new boolean[columns.names().size()];
                    reader.read(own, Rows.CHUNK, (number, file, start, piece) -> or(text, columns.seenText(piece)));
                    return List.of(text).iterator();
                })
                .collect());
        boolean[] text = columns.text().clone();
        each.forEach(one -> or(text, one));
        return columns.withText(text);
    }

    private static void or(boolean[] all, boolean[] more) {
        for (int j = 0; j < all.length; j++) {
            all[j] |= more[j];
        }
    }

    private void look() {
        Asked what = asked;
        OrderedRows.Reader reader = rows.reader();
        rounds.incrementAndGet();
        List<Looked> all = Faults.clear(() -> rows.rows()
                .mapPartitionsWithIndex(
                        (partition, own) ->
                                List.of(looked(what, reader, partition, own)).iterator(),
                        true)
                .collect());
        List<Run> runs = new ArrayList<>();
        for (Looked one : all) {
            runs.addAll(one.runs());
            seen.add(one.seen());
        }
        runs.sort(Run.ORDER);
        long before = 0;
        long complete = 0;
        for (Run run : runs) {
            offsets.put(new Place(run.partition(), run.number()), new Offset(before, complete, run));
            before += run.rows();
            complete += run.complete();
            print = print.and(run.print());
        }
    }

    private static Looked looked(Asked asked, OrderedRows.Reader reader, int partition, Iterator<Row> own) {
        DesignInPieces design = asked.design();
        SeenRows all = new SeenRows();
        List<Run> runs = new ArrayList<>();
        reader.read(own, Rows.CHUNK, (number, file, start, piece) -> {
            SeenRows some = new SeenRows();
            design.look(asked.columns().table(piece, 0), some);
            Run old = number < runs.size() ? runs.remove(number) : new Run("", 0, 0, 0, 0, 0, Print.NONE);
            runs.add(new Run(
                    file,
                    start,
                    partition,
                    number,
                    old.rows() + some.rows(),
                    old.complete() + some.complete(),
                    old.print().and(piece, asked.columns().names().size())));
            all.add(some);
        });
        return new Looked(runs, all);
    }

    SeenRows seen() {
        return seen;
    }

    /** A fingerprint of the values, the same however the rows are cut. */
    String print() {
        return print.text();
    }

    /** The recipe, all of whose functions have learnt. */
    Recipe recipe() {
        DesignInPieces design = asked.design();
        Recipe recipe = design.outline(seen);
        List<String> functions = design.toLearn(recipe);
        while (!functions.isEmpty()) {
            Map<String, Object> known = recipe.toMap();
            int count = functions.size();
            JavaRDD<double[][]> values = chunks(count, (own, table) -> {
                return own.values(Recipe.fromMap(known), table);
            });
            // One shuffle serves all functions of this depth.
            for (int f = 0; f < count; f++) {
                int which = f;
                try (SparkRows<double[]> one = held(values.map(chunk -> chunk[which]))) {
                    recipe = design.learnt(recipe, functions.get(f), one);
                }
            }
            functions = design.toLearn(recipe);
        }
        return recipe;
    }

    /** What the columns look like: some complete rows, evenly spread, are brought here. */
    Profile profile(Recipe recipe) {
        Asked what = asked;
        OrderedRows.Reader reader = rows.reader();
        Map<Place, Offset> places = offsets;
        long count = seen.complete();
        rounds.incrementAndGet();
        List<Tuple2<Long, Row>> some = new ArrayList<>(Faults.clear(() -> rows.rows()
                .mapPartitionsWithIndex((partition, own) -> sampled(what, reader, places, partition, own, count), true)
                .collect()));
        some.sort(Comparator.comparing(Tuple2::_1));
        List<Row> sorted = some.stream().map(Tuple2::_2).toList();
        return recipe.profile(asked.columns().table(sorted, 0), seen);
    }

    private static Iterator<Tuple2<Long, Row>> sampled(
            Asked asked,
            OrderedRows.Reader reader,
            Map<Place, Offset> offsets,
            int partition,
            Iterator<Row> own,
            long count) {
        DesignInPieces design = asked.design();
        List<Tuple2<Long, Row>> out = new ArrayList<>();
        Map<Integer, Long> next = new HashMap<>();
        reader.read(own, Rows.CHUNK, (run, file, start, piece) -> {
            Offset offset = offsets.get(new Place(partition, run));
            long number = next.getOrDefault(run, offset == null ? 0 : offset.complete());
            for (int row : design.kept(asked.columns().table(piece, 0))) {
                if (Profile.isSample(number, count)) {
                    out.add(new Tuple2<>(number, piece.get(row)));
                }
                number++;
            }
            next.put(run, number);
        });
        return out.iterator();
    }

    /** The rows as the likelihood reads them, held by the executors. */
    SparkRows<GlmRows> glm(Recipe recipe, Family family) {
        Map<String, Object> known = recipe.toMap();
        int d = recipe.names().size();
        boolean trials = recipe.hasTrials();
        boolean offset = recipe.hasOffset();
        int y = d;
        int columns = d + 1 + (trials ? 1 : 0) + (offset ? 1 : 0);
        JavaRDD<GlmRows> chunks = chunks(columns, (own, table) -> {
                    Design design = own.design(Recipe.fromMap(known), table);
                    GlmChecks.require(design, family);
                    double[][] all = new double[columns][];
                    for (int j = 0; j < d; j++) {
                        all[j] = Arrays.copyOfRange(design.x(), j * design.rows(), (j + 1) * design.rows());
                    }
                    all[y] = design.response();
                    if (trials) {
                        all[y + 1] = design.trials();
                    }
                    if (offset) {
                        all[columns - 1] = design.offset();
                    }
                    return all;
                })
                .map(chunk -> {
                    int n = chunk[y].length;
                    double[] x = new double[n * d];
                    for (int j = 0; j < d; j++) {
                        System.arraycopy(chunk[j], 0, x, j * n, n);
                    }
                    return new GlmRows(
                            x, n, 0, n, chunk[y], trials ? chunk[y + 1] : null, offset ? chunk[columns - 1] : null);
                });
        return held(chunks);
    }

    private <C extends Serializable> SparkRows<C> held(JavaRDD<C> chunks) {
        return new SparkRows<>(chunks, cut(), seen.complete(), rounds);
    }

    private Cut cut() {
        return new Cut(Rows.chunks(seen.complete()), partitions.getAsInt());
    }

    /** What a piece of the rows is laid out as: columns of its complete rows. */
    @FunctionalInterface
    private interface Columnwise extends Serializable {
        double[][] of(DesignInPieces design, Table table);
    }

    /** The complete rows in whole chunks, each in the partition that the cut says. */
    private JavaRDD<double[][]> chunks(int columns, Columnwise what) {
        Asked question = asked;
        OrderedRows.Reader reader = rows.reader();
        Map<Place, Offset> places = offsets;
        Cut cut = cut();
        long count = seen.complete();
        return rows.rows()
                .mapPartitionsWithIndex(
                        (partition, own) -> new Fragments(question, reader, places, partition, own, what), true)
                .mapToPair(fragment -> fragment)
                .repartitionAndSortWithinPartitions(new ByChunk(cut))
                .mapPartitions(own -> new Assembled(own, columns, count));
    }

    /** Sends each row, by its number, to the partition that holds its chunk. */
    private static final class ByChunk extends Partitioner {
        private static final long serialVersionUID = 1L;
        private final Cut cut;

        ByChunk(Cut cut) {
            this.cut = cut;
        }

        @Override
        public int numPartitions() {
            return cut.parts();
        }

        @Override
        public int getPartition(Object row) {
            return cut.of((Long) row / Rows.CHUNK);
        }
    }

    /** The rows of a partition, laid out and cut where chunks begin, by the number of the first row. */
    private static final class Fragments implements Iterator<Tuple2<Long, Fragment>> {
        private final Asked asked;
        private final DesignInPieces design;
        private final OrderedRows.Reader reader;
        private final Map<Place, Offset> offsets;
        private final int partition;
        private final Iterator<OrderedRows.Reader.Piece> pieces;
        private final Columnwise what;
        private final ArrayDeque<Tuple2<Long, Fragment>> ready = new ArrayDeque<>();
        private int run = -1;
        private long rows;
        private long complete;
        private Print print;

        Fragments(
                Asked asked,
                OrderedRows.Reader reader,
                Map<Place, Offset> offsets,
                int partition,
                Iterator<Row> own,
                Columnwise what) {
            this.asked = asked;
            this.design = asked.design();
            this.reader = reader;
            this.offsets = offsets;
            this.partition = partition;
            this.pieces = reader.pieces(own, Rows.CHUNK);
            this.what = what;
        }

        @Override
        public boolean hasNext() {
            while (ready.isEmpty() && pieces.hasNext()) {
                take(pieces.next());
                if (!pieces.hasNext()) {
                    requireSame();
                }
            }
            return !ready.isEmpty();
        }

        @Override
        public Tuple2<Long, Fragment> next() {
            return ready.remove();
        }

        private void take(OrderedRows.Reader.Piece piece) {
            if (piece.number() != run) {
                requireSame();
                run = piece.number();
                rows = 0;
                complete = 0;
                print = Print.NONE;
            }
            Offset offset = offsets.get(new Place(partition, run));
            if (offset == null || !offset.run().file().equals(piece.file())) {
                throw changed();
            }
            double[][] columns = what.of(design, asked.columns().table(piece.rows(), offset.rows() + rows));
            rows += piece.rows().size();
            print = print.and(piece.rows(), reader.columns());
            int n = columns[0].length;
            for (int from = 0; from < n; ) {
                long number = offset.complete() + complete + from;
                int to = (int) Math.min(n, from + Rows.CHUNK - number % Rows.CHUNK);
                double[] values = new double[columns.length * (to - from)];
                for (int j = 0; j < columns.length; j++) {
                    System.arraycopy(columns[j], from, values, j * (to - from), to - from);
                }
                ready.add(new Tuple2<>(number, new Fragment(to - from, values)));
                from = to;
            }
            complete += n;
        }

        private void requireSame() {
            if (run >= 0) {
                Run looked = offsets.get(new Place(partition, run)).run();
                if (looked.rows() != rows
                        || looked.complete() != complete
                        || !looked.print().equals(print)) {
                    throw changed();
                }
            }
        }

        private InputException changed() {
            return new InputException(asked.columns().source()
                    + " changed while it was read: a second pass found other rows than the first; fit again");
        }
    }

    /** Whole chunks from fragments in the order of their rows. */
    private static final class Assembled implements Iterator<double[][]> {
        private final Iterator<Tuple2<Long, Fragment>> fragments;
        private final int columns;
        private final long count;

        Assembled(Iterator<Tuple2<Long, Fragment>> fragments, int columns, long count) {
            this.fragments = fragments;
            this.columns = columns;
            this.count = count;
        }

        @Override
        public boolean hasNext() {
            return fragments.hasNext();
        }

        @Override
        public double[][] next() {
            double[][] chunk = null;
            int filled = 0;
            do {
                Tuple2<Long, Fragment> next = fragments.next();
                if (chunk == null) {
                    chunk = new double[columns][(int) Math.min(Rows.CHUNK, count - next._1())];
                }
                int n = next._2().rows();
                for (int j = 0; j < columns; j++) {
                    System.arraycopy(next._2().values(), j * n, chunk[j], filled, n);
                }
                filled += n;
            } while (filled < chunk[0].length);
            return chunk;
        }
    }
}
