package org.driftfield.posterior;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.driftfield.InputException;
import org.driftfield.driver.Run;
import org.driftfield.driver.Trace;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Variable;

/**
 * An answer: draws of variables, on their own scale, and how they came about. Draws lie in {@code snapshots} of
 * {@code units} each: for a cloud, all particles at one time; for chains, one draw of each chain.
 */
public final class Posterior {
    /** How the draws hang together, which decides how their error is estimated. */
    public enum Kind {
        /** Particles: independent across units, correlated over snapshots. */
        CLOUD,
        /** Markov chains, one a unit. */
        CHAINS,
        /** Independent draws. */
        INDEPENDENT
    }

    /** A particle is stuck when it moved between no more than this share of successive clouds, of which there must be enough. */
    private static final double STUCK_MOVES = 0.25;

    private static final int FEWEST_CLOUDS = 10;

    private final List<Variable> variables;
    private final List<String> names;
    private final Map<String, Integer> places;
    private final double[] draws;

    /** The same draws on the free scale of the model; null where they are not known. */
    private final double[] free;

    private final int snapshots;
    private final int units;
    private final Kind kind;
    private final Trace trace;
    private final boolean settled;
    private final String stopped;
    private final List<String> noticed;
    private final Provenance provenance;
    private Transitions transitions;
    private Resampling resampling;
    private DrawStatistics statistics;
    private List<int[]> factors = List.of();
    private Summary summary;

    private Posterior(
            List<Variable> variables,
            double[] draws,
            double[] free,
            int snapshots,
            int units,
            Kind kind,
            Trace trace,
            boolean settled,
            String stopped,
            List<String> noticed,
            Provenance provenance) {
        this.variables = List.copyOf(variables);
        this.names = variables.stream()
                .flatMap(variable -> variable.elementNames().stream())
                .toList();
        this.places = new HashMap<>();
        for (int j = 0; j < names.size(); j++) {
            require(places.put(names.get(j), j) == null, "names must differ, got '%s' twice", names.get(j));
        }
        require(
                draws.length == (long) names.size() * snapshots * units,
                "%d snapshots of %d draws of %d coordinates must have %d values, got %d",
                snapshots,
                units,
                names.size(),
                (long) names.size() * snapshots * units,
                draws.length);
        this.draws = draws;
        this.free = free;
        this.snapshots = snapshots;
        this.units = units;
        this.kind = kind;
        this.trace = trace;
        this.settled = settled;
        this.stopped = stopped;
        this.noticed = List.copyOf(noticed);
        this.provenance = provenance;
    }

    /** The posterior that a run on the free scale of a model left behind: its variables at each draw. */
    public static Posterior of(
            FreeModel model, Kind kind, Run run, int threads, List<String> warnings, Provenance provenance) {
        double[] draws = WrittenDraws.of(model, run, provenance.seed(), threads);
        // Where all is real, one copy serves both.
        double[] free = Arrays.equals(draws, run.draws()) ? draws : run.draws();
        return of(model.variables(), draws, free, kind, run, warnings, provenance);
    }

    /** The posterior of given variables that a run left behind, its draws being theirs. */
    public static Posterior ofVariables(
            List<Variable> variables, Kind kind, Run run, List<String> warnings, Provenance provenance) {
        return of(variables, run.draws(), null, kind, run, warnings, provenance);
    }

    /** The same for real numbers of which only the names are known. */
    public static Posterior of(List<String> names, Kind kind, Run run, List<String> warnings, Provenance provenance) {
        List<Variable> scalars = names.stream()
                .map(name -> Variable.scalar(name, Variable.Range.REAL, Variable.Role.PARAMETER))
                .toList();
        return ofVariables(scalars, kind, run, warnings, provenance);
    }

    private static Posterior of(
            List<Variable> variables,
            double[] draws,
            double[] free,
            Kind kind,
            Run run,
            List<String> warnings,
            Provenance provenance) {
        return new Posterior(
                variables,
                draws,
                free,
                run.snapshots(),
                run.units(),
                kind,
                run.trace(),
                run.settled(),
                run.reason(),
                warnings,
                provenance);
    }

    /** What there are draws of. */
    public List<Variable> variables() {
        return variables;
    }

    /** The variable of that name. */
    public Variable variable(String name) {
        return variables.stream()
                .filter(variable -> variable.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException("no variable '" + name + "' in the posterior"));
    }

    /** Whether the draws are known on the free scale of the model too. */
    public boolean hasFree() {
        return free != null;
    }

    /** Copies draw i on the free scale to {@code z}. */
    public void freeDraw(int i, double[] z) {
        int d = free.length / size();
        System.arraycopy(free, i * d, z, 0, d);
    }

    /** The names of the elements of all variables. */
    public List<String> names() {
        return names;
    }

    /** How many draws there are. */
    public int size() {
        return snapshots * units;
    }

    public int snapshots() {
        return snapshots;
    }

    public int units() {
        return units;
    }

    public Kind kind() {
        return kind;
    }

    /** What was recorded of each iteration. */
    public Trace trace() {
        return trace;
    }

    /** Whether the run settled, rather than running into its maximum. */
    public boolean settled() {
        return settled;
    }

    /** Why settling ended, in words. */
    public String stopped() {
        return stopped;
    }

    /** What to distrust, in words; empty when nothing was found. */
    public List<String> warnings() {
        List<String> all = new ArrayList<>();
        if (transitions != null) {
            all.addAll(transitions.warnings());
        }
        if (resampling != null && !(resampling.kHat() <= Resampling.MOST_KHAT)) {
            all.add(resampling.about());
        }
        all.addAll(noticed);
        return all;
    }

    /** How the transitions of Hamiltonian chains went; empty for other methods. */
    public Optional<Transitions> transitions() {
        return Optional.ofNullable(transitions);
    }

    /** How the draws were resampled by importance weights; empty where they were not. */
    public Optional<Resampling> resampling() {
        return Optional.ofNullable(resampling);
    }

    /** The same with a record of how it was resampled. */
    public Posterior withResampling(Resampling made) {
        Posterior same = with(noticed);
        same.resampling = made;
        same.summary = null;
        return same;
    }

    /** What is known of each draw beside its values; empty where nothing is. */
    public Optional<DrawStatistics> statistics() {
        return Optional.ofNullable(statistics);
    }

    /** The same with what is known of each draw beside its values. */
    public Posterior withStatistics(DrawStatistics known) {
        Posterior same = with(noticed);
        same.statistics = known;
        return same;
    }

    /**
     * The coordinates on the free scale of each factor by which the posterior was approximated; empty where it was not cut
     * into factors.
     */
    public List<int[]> factors() {
        return factors;
    }

    /** The same with the factors by which it was approximated. */
    public Posterior withFactors(List<int[]> coordinates) {
        Posterior same = with(noticed);
        same.factors = List.copyOf(coordinates);
        return same;
    }

    /** The same with a record of how its transitions went. */
    public Posterior withTransitions(Transitions made) {
        Posterior same = with(noticed);
        same.transitions = made;
        return same;
    }

    /** The warnings that only the run could give; what the draws show by themselves, an assessment says in its own words. */
    public List<String> noticed() {
        return noticed;
    }

    public Provenance provenance() {
        return provenance;
    }

    /** All draws of one coordinate, snapshot after snapshot. */
    public double[] draws(String name) {
        require(places.containsKey(name), "no '%s' in the posterior; it has %s", name, names);
        int j = places.get(name);
        double[] values = new double[size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = draws[i * names.size() + j];
        }
        return values;
    }

    /** Copies draw i, all coordinates, to {@code out}. */
    public void draw(int i, double[] out) {
        System.arraycopy(draws, i * names.size(), out, 0, names.size());
    }

    /** The posterior mean of one coordinate. */
    public double mean(String name) {
        return summary().row(name).mean();
    }

    /** The posterior standard deviation of one coordinate. */
    public double sd(String name) {
        return summary().row(name).sd();
    }

    /**
     * The share of particles that stayed where they are through nearly all collected clouds: there the moves that suit the
     * rest of the posterior are rejected, so that such regions (a bent tail, a narrow neck) are neither entered nor left. NaN
     * for other kinds of draws and for too few clouds to tell.
     */
    public double stuckShare() {
        if (kind != Kind.CLOUD || snapshots < FEWEST_CLOUDS) {
            return Double.NaN;
        }
        int d = names.size();
        int[][] moving = parameters();
        int stuck = 0;
        for (int unit = 0; unit < units; unit++) {
            int moves = 0;
            for (int s = 1; s < snapshots; s++) {
                int at = (s * units + unit) * d;
                int before = at - units * d;
                boolean same = true;
                for (int p = 0; same && p < moving.length; p++) {
                    int from = moving[p][0];
                    int to = moving[p][1];
                    same = Arrays.equals(draws, at + from, at + to, draws, before + from, before + to);
                }
                moves += same ? 0 : 1;
            }
            stuck += moves <= STUCK_MOVES * (snapshots - 1) ? 1 : 0;
        }
        return (double) stuck / units;
    }

    /** From where to where among the elements the parameters stand: what is drawn for each draw moves by itself. */
    private int[][] parameters() {
        List<int[]> ranges = new ArrayList<>();
        int at = 0;
        for (Variable variable : variables) {
            if (variable.role() == Variable.Role.PARAMETER) {
                ranges.add(new int[] {at, at + variable.size()});
            }
            at += variable.size();
        }
        return ranges.toArray(int[][]::new);
    }

    /** Mean, spread, quantiles and Monte Carlo error of each coordinate. */
    public synchronized Summary summary() {
        if (summary == null) {
            summary = Summary.of(this);
        }
        return summary;
    }

    /** Numbers computed from one draw. */
    @FunctionalInterface
    public interface Derivation {
        /** Writes what is derived from the draw, with all its elements, to {@code out}. */
        void derive(double[] draw, double[] out);
    }

    /** The same with one more number computed from each draw. */
    public Posterior with(String name, ToDoubleFunction<double[]> f) {
        return with(name, Variable.Range.REAL, f);
    }

    /** The same with one more number, of a known range, computed from each draw. */
    public Posterior with(String name, Variable.Range range, ToDoubleFunction<double[]> f) {
        return with(
                List.of(Variable.scalar(name, range, Variable.Role.DERIVED)),
                (draw, out) -> out[0] = f.applyAsDouble(draw));
    }

    /** The same with more variables computed from each draw, in one pass. */
    public Posterior with(List<Variable> more, Derivation f) {
        List<Variable> all = new ArrayList<>(variables);
        all.addAll(more);
        int d = names.size();
        int added = more.stream().mapToInt(Variable::size).sum();
        int width = d + added;
        double[] wider = new double[Math.multiplyExact(size(), width)];
        double[] row = new double[d];
        double[] derived = new double[added];
        for (int i = 0; i < size(); i++) {
            draw(i, row);
            f.derive(row, derived);
            System.arraycopy(draws, i * d, wider, i * width, d);
            System.arraycopy(derived, 0, wider, i * width + d, added);
        }
        return carried(
                new Posterior(all, wider, free, snapshots, units, kind, trace, settled, stopped, noticed, provenance));
    }

    /** The same with draws of these variables only; what there is on the free scale is dropped with the others. */
    public Posterior only(List<Variable> kept) {
        List<Integer> columns = new ArrayList<>();
        for (Variable variable : kept) {
            for (String name : variable.elementNames()) {
                require(places.containsKey(name), "no '%s' in the posterior; it has %s", name, names);
                columns.add(places.get(name));
            }
        }
        double[] narrow = new double[Math.multiplyExact(size(), columns.size())];
        for (int i = 0; i < size(); i++) {
            for (int c = 0; c < columns.size(); c++) {
                narrow[i * columns.size() + c] = draws[i * names.size() + columns.get(c)];
            }
        }
        return carried(new Posterior(
                kept, narrow, null, snapshots, units, kind, trace, settled, stopped, noticed, provenance));
    }

    private Posterior carried(Posterior to) {
        to.transitions = transitions;
        to.resampling = resampling;
        to.statistics = statistics;
        to.factors = factors;
        return to;
    }

    /** The same with further warnings that the draws do not show. */
    public Posterior withWarnings(List<String> more) {
        List<String> all = new ArrayList<>(noticed);
        all.addAll(more);
        return with(all);
    }

    private Posterior with(List<String> unseen) {
        Posterior same = carried(new Posterior(
                variables, draws, free, snapshots, units, kind, trace, settled, stopped, unseen, provenance));
        same.summary = summary;
        return same;
    }
}
