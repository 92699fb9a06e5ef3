package org.driftfield.cli.network;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.driftfield.InputException;
import org.driftfield.assessment.network.NetworkChecks;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.data.Column;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.NumericColumn;
import org.driftfield.data.Profile;
import org.driftfield.data.Table;
import org.driftfield.data.TextColumn;
import org.driftfield.driver.Session;
import org.driftfield.models.network.Network;
import org.driftfield.models.network.NetworkData;
import org.driftfield.models.network.NetworkEffects;
import org.driftfield.models.network.NetworkFit;
import org.driftfield.models.network.NetworkPosterior;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.models.network.prediction.Repeats;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.posterior.Posterior;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.FitResult;
import org.driftfield.store.network.NnDetails;
import org.driftfield.store.network.PredictedFile;

/** One fit of a neural network: from the files to an answer and what is to be said about it. */
final class NnRun implements FitRun {

    /** So many rows show how well training rows are known, and fill a plot. */
    private static final int MOST_TRAINING = 10_000;

    private static final int MOST_SHOWN = 5000;

    /** With fewer rows a class than this on average, the target is rather a number or a name. */
    private static final int FEWEST_OF_A_CLASS = 2;

    /** A smaller part of rows that are like others changes no score by much. */
    private static final double LEAST_REPEATED = 0.02;

    /** With fewer rows a level than this on average, a text is rather a name. */
    private static final int FEWEST_OF_A_LEVEL = 5;

    private final NnSettings settings;
    private final NetworkOptions options;
    private final NetworkData data;
    private final FitRecord.DataUsed used;
    private final Map<String, FitRecord.DataUsed> sources;
    private final List<String> notes;
    private final Profile profile;

    private NnRun(
            NnSettings settings,
            NetworkOptions options,
            NetworkData data,
            FitRecord.DataUsed used,
            Map<String, FitRecord.DataUsed> sources,
            List<String> notes,
            Profile profile) {
        this.profile = profile;
        this.settings = settings;
        this.options = options;
        this.data = data;
        this.used = used;
        this.sources = sources;
        this.notes = notes;
    }

    /** Reads the data and deals them out. */
    static NnRun of(NnSettings settings, DataSource source) {
        NetworkOptions options = settings.network();
        settings.missing();
        NnSettings.HeldOut validation = settings.validation();
        NnSettings.HeldOut test = settings.test();
        Table table = source.read(settings.csv());
        table.column(settings.target());
        settings.inputs().forEach(table::column);
        settings.categories().forEach(table::column);
        List<String> notes = new ArrayList<>();
        Task task = settings.task(() -> values(table, settings.target()).size());
        requireTarget(table, settings.target(), task, notes);
        Table forValidation = read(validation, settings, table);
        Table forTest = read(test, settings, table);
        NetworkData data = NetworkData.of(
                table,
                settings.target(),
                task,
                part(validation, forValidation),
                part(test, forTest),
                settings.missing(),
                settings.seed());
        noteColumns(table, settings.target(), data, notes);
        int used = data.train().count()
                + (forValidation == null ? data.validation().count() : 0)
                + (forTest == null ? data.test().count() : 0);
        FitRecord.DataUsed own = source.used(table, used);
        Map<String, FitRecord.DataUsed> sources = new LinkedHashMap<>();
        sources.put(NnDetails.TRAIN, own);
        sources.put(NnDetails.VALIDATION, source(validation, forValidation, data.validation(), own));
        sources.put(NnDetails.TEST, source(test, forTest, data.test(), own));
        Profile profile = data.encoding().profile(table, data.train().rows());
        return new NnRun(settings, options, data, own, sources, notes, profile);
    }

    private static Table read(NnSettings.HeldOut part, NnSettings settings, Table like) {
        if (part.file() == null) {
            return null;
        }
        Set<String> text = new LinkedHashSet<>();
        for (String name : like.names()) {
            if (like.column(name) instanceof TextColumn) {
                text.add(name);
            }
        }
        return Table.read(
                part.file(),
                settings.csv().withColumns(new LinkedHashSet<>(like.names())).withText(text));
    }

    private static NetworkData.Part part(NnSettings.HeldOut asked, Table table) {
        return table == null ? NetworkData.Part.fraction(asked.fraction()) : NetworkData.Part.table(table);
    }

    private static FitRecord.DataUsed source(
            NnSettings.HeldOut asked, Table table, EncodedRows rows, FitRecord.DataUsed own) {
        return table == null
                ? own
                : DataSource.of(asked.file(), asked.file().toString()).used(table, rows.count());
    }

    /** Says what the target is when it does not suit the task, and which task it would suit. */
    private static void requireTarget(Table table, String target, Task task, List<String> notes) {
        Map<Object, Integer> values = values(table, target);
        int rows = values.values().stream().mapToInt(Integer::intValue).sum();
        int count = values.size();
        boolean text = table.column(target) instanceof TextColumn;
        if (task == Task.REGRESSION) {
            try {
                table.numbers(target);
            } catch (InputException e) {
                throw new InputException(
                        e.getMessage() + "; --task regression predicts numbers, for classes say --task "
                                + (count == 2 ? "binary" : "multiclass"),
                        e);
            }
            if (count == 2) {
                notes.add("the target has only two values; --task binary predicts how probable each is");
            }
            return;
        }
        require(
                task != Task.BINARY || count <= 2,
                "%s: target '%s' has %d different values, --task binary needs 2; say --task %s",
                table.source(),
                target,
                count,
                !text && count > 20 ? "regression" : "multiclass");
        require(
                count < 3 || rows >= (long) FEWEST_OF_A_CLASS * count,
                "%s: target '%s' has %d classes in %d rows, too few rows of each to learn from%s",
                table.source(),
                target,
                count,
                rows,
                text ? "" : "; for numbers say --task regression");
    }

    /** Says which columns tell nothing, and which text is rather a name than a category. */
    private static void noteColumns(Table table, String target, NetworkData data, List<String> notes) {
        for (String name : table.names()) {
            if (name.equals(target)) {
                continue;
            }
            int count = values(table, name).size();
            if (count <= 1) {
                notes.add("column '" + name + "' never changes and is left out");
            } else if (table.column(name) instanceof TextColumn
                    && count > data.train().count() / FEWEST_OF_A_LEVEL) {
                notes.add("column '" + name + "' is text with " + count + " levels in " + table.rows()
                        + " rows, and gets an input for each: leave it out by --inputs if it is a name");
            }
        }
    }

    private static Map<Object, Integer> values(Table table, String target) {
        Map<Object, Integer> values = new TreeMap<>();
        Column column = table.column(target);
        for (int i = 0; i < table.rows(); i++) {
            if (!column.isMissing(i)) {
                Object value = column instanceof TextColumn words
                        ? words.get(i)
                        : (Object) ((NumericColumn) column).values()[i];
                values.merge(value, 1, Integer::sum);
            }
        }
        return values;
    }

    @Override
    public FitRecord.DataUsed data() {
        return used;
    }

    @Override
    public Map<String, String> priors() {
        Map<String, String> priors = new LinkedHashMap<>();
        double beta0 = options.recipe()
                .<Double>match(
                        standard -> standard.beta0(data.task()),
                        paper -> paper.beta0(data.task()),
                        chain -> CloudRecipe.BETA0,
                        gaussian -> Double.NaN);
        if (Double.isNaN(beta0)) {
            priors.put("weights of an input", "adaptive group lasso");
            priors.put("other weights", "normal(0,10)");
            priors.put("each bias", "flat (improper)");
            if (data.task() == Task.REGRESSION) {
                priors.put("sigma^2", "inverse-gamma(10,9 sd(y))");
            }
            return priors;
        }
        priors.put("each weight w", "normal(0,sqrt(tau)), each with a tau of its own");
        priors.put("each tau", "inverse-gamma(1," + beta0 + ")");
        if (data.task() == Task.REGRESSION) {
            if (heavyTails()) {
                priors.put("nu", "gamma(2,0.1), degrees of freedom of the noise");
            }
            priors.put("sigma^2", "1/sigma^2 (improper)");
        }
        return priors;
    }

    /** Whether the noise of a number has degrees of freedom. */
    private boolean heavyTails() {
        return options.recipe().errors().tails(data.train().y()) == Errors.STUDENT;
    }

    @Override
    public List<String> factors() {
        if (options.recipe().kind() == Posterior.Kind.CHAINS) {
            return List.of();
        }
        if (data.task() != Task.REGRESSION) {
            return List.of("w", "tau");
        }
        return heavyTails() ? List.of("w", "tau", "sigma^2", "lambda") : List.of("w", "tau", "sigma^2");
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public FitResult fit(Session session) {
        NetworkFit fit = Network.fit(data, options, session);
        NetworkPosterior network = fit.posterior();
        Map<String, EncodedRows> rows = new LinkedHashMap<>();
        rows.put(NnDetails.TRAIN, some(data.train(), MOST_TRAINING));
        Map<String, NetworkScores> scores = new LinkedHashMap<>();
        // A row that was learnt from is known by its inputs: that tells nothing of how well others are.
        scores.put(NnDetails.TRAIN, network.withoutRepeats().scores(rows.get(NnDetails.TRAIN), options.threads()));
        if (fit.validation() != null) {
            rows.put(NnDetails.VALIDATION, data.validation());
            scores.put(NnDetails.VALIDATION, fit.validation());
        }
        if (fit.test() != null) {
            rows.put(NnDetails.TEST, data.test());
            scores.put(NnDetails.TEST, fit.test());
        }
        NnWeights weights = new NnWeights(fit, options.recipe(), settings.seed());
        Posterior posterior = weights.posterior();
        String shown = NetworkChecks.judged(scores);
        NnDetails details = new NnDetails(
                settings.target(),
                data.task().text(),
                options.recipe().text(),
                data.dropped(),
                weights.layers(posterior),
                parts(scores),
                shown,
                search(fit, shown, rows.get(shown)),
                network.toMap(),
                NetworkEffects.of(network, profile, options.threads()));
        Map<String, Map<String, Double>> told = new LinkedHashMap<>();
        scores.forEach((part, values) -> told.put(part, values.toMap()));
        boolean stopsByItself = !options.recipe().scheduled();
        return new FitResult(
                posterior,
                told,
                NetworkChecks.of(
                        scores,
                        details.search() == null ? null : details.search().judged(),
                        new NetworkChecks.Given(
                                data.train().count(),
                                data.train().inputs(),
                                data.validation().count(),
                                constantScore(rows.get(shown)),
                                fresh(fit, shown, rows.get(shown)),
                                rarest(rows.get(shown))),
                        stopsByItself,
                        fit.run()),
                details,
                files(network, judging(fit, shown), some(rows.get(shown), MOST_SHOWN)));
    }

    /** The network that rows of a part are predicted by: those for validation by one that has not learnt from them. */
    private static NetworkPosterior judging(NetworkFit fit, String part) {
        return part.equals(NnDetails.VALIDATION) ? fit.held() : fit.posterior();
    }

    /** Scores of the rows whose inputs were not among those learnt from; null where that makes no difference. */
    private NetworkScores fresh(NetworkFit fit, String part, EncodedRows rows) {
        if (part.equals(NnDetails.TRAIN)) {
            return null;
        }
        EncodedRows learnt =
                part.equals(NnDetails.TEST) && fit.refitted() ? data.train().and(data.validation()) : data.train();
        int[] left = Repeats.of(learnt, 0, 1).unseen(rows);
        return left.length == 0 || rows.count() - left.length < LEAST_REPEATED * rows.count()
                ? null
                : judging(fit, part).scores(rows.some(left), options.threads());
    }

    private NetworkChecks.Rarest rarest(EncodedRows judged) {
        List<String> classes = data.encoding().classes();
        return IntStream.range(0, data.task() == Task.REGRESSION ? 0 : classes.size())
                .mapToObj(k -> new NetworkChecks.Rarest(classes.get(k), count(data.train(), k), count(judged, k)))
                .min(Comparator.comparingInt(NetworkChecks.Rarest::training))
                .orElse(null);
    }

    private static int count(EncodedRows rows, int of) {
        return (int) Arrays.stream(rows.y()).filter(y -> y == of).count();
    }

    private NnDetails.Search search(NetworkFit fit, String part, EncodedRows rows) {
        if (fit.trials().isEmpty()) {
            return null;
        }
        NetworkPosterior network = judging(fit, part);
        NetworkScores before = network.uncalibrated().scores(rows, options.threads());
        NetworkScores line = network.hasLine() ? network.line().scores(rows, options.threads()) : null;
        boolean regression = data.task() == Task.REGRESSION;
        return new NnDetails.Search(
                fit.trials(),
                fit.refitted(),
                fit.posterior().share(),
                line == null ? null : regression ? line.mse() : line.misclassification(),
                regression ? before.coverage90() : null,
                before.calibrationError());
    }

    private Map<String, FitResult.FileWriter> files(
            NetworkPosterior network, NetworkPosterior judging, EncodedRows shown) {
        Map<String, FitResult.FileWriter> files = new LinkedHashMap<>();
        // All arrays are written at once.
        files.put(NnDetails.WEIGHTS_FILE, file -> network.saveArrays(file.getParent()));
        files.put(NnDetails.TAU_FILE, file -> {});
        if (network.hasLine()) {
            files.put(NnDetails.LINE_FILE, file -> {});
        }
        if (network.repeatCorrelation() > 0) {
            files.put(NnDetails.REPEATS_FILE, file -> {});
        }
        files.put(PredictedFile.NAME, file -> PredictedFile.write(file, judging, shown, options.threads()));
        return files;
    }

    private Map<String, NnDetails.Part> parts(Map<String, NetworkScores> scores) {
        Map<String, Integer> counts = Map.of(
                NnDetails.TRAIN, data.train().count(),
                NnDetails.VALIDATION, data.validation().count(),
                NnDetails.TEST, data.test().count());
        Map<String, NnDetails.Part> parts = new LinkedHashMap<>();
        scores.forEach((part, values) -> parts.put(
                part,
                new NnDetails.Part(
                        sources.get(part).file(),
                        sources.get(part).sha256(),
                        counts.get(part),
                        values.rows(),
                        values.calibration())));
        return parts;
    }

    /** At most so many rows, evenly chosen. */
    private static EncodedRows some(EncodedRows rows, int most) {
        int n = rows.count();
        return n <= most
                ? rows
                : rows.some(IntStream.range(0, most)
                        .map(i -> (int) ((long) i * n / most))
                        .toArray());
    }

    /** How well the mean, or the most frequent class, of the training rows predicts. */
    private double constantScore(EncodedRows rows) {
        double[] train = data.train().y();
        if (data.task() == Task.REGRESSION) {
            double mean = Arrays.stream(train).average().orElseThrow();
            return Arrays.stream(rows.y())
                    .map(y -> (y - mean) * (y - mean))
                    .average()
                    .orElseThrow();
        }
        int[] counts = new int[data.encoding().classes().size()];
        for (double y : train) {
            counts[(int) y]++;
        }
        int most = 0;
        for (int k = 1; k < counts.length; k++) {
            most = counts[k] > counts[most] ? k : most;
        }
        int frequent = most;
        return Arrays.stream(rows.y()).filter(y -> y != frequent).count() / (double) rows.count();
    }
}
