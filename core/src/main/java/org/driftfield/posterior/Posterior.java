package org.driftfield.posterior;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.driftfield.driver.Run;
import org.driftfield.driver.Trace;

/**
 * An answer: draws with names, on the parameters' own scale, and how they came about. Draws lie in {@code snapshots} of
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

    private final List<String> names;
    private final double[] draws;
    private final int snapshots;
    private final int units;
    private final Kind kind;
    private final Trace trace;
    private final boolean settled;
    private final String stopped;
    private final List<String> apparent;
    private final List<String> noticed;
    private final Provenance provenance;
    private Transitions transitions;
    private Resampling resampling;
    private Summary summary;

    private Posterior(
            List<String> names,
            double[] draws,
            int snapshots,
            int units,
            Kind kind,
            Trace trace,
            boolean settled,
            String stopped,
            List<String> apparent,
            List<String> noticed,
            Provenance provenance) {
        require(
                draws.length == (long) names.size() * snapshots * units,
                "%d snapshots of %d draws of %d coordinates must have %d values, got %d",
                snapshots,
                units,
                names.size(),
                (long) names.size() * snapshots * units,
                draws.length);
        this.names = List.copyOf(names);
        this.draws = draws;
        this.snapshots = snapshots;
        this.units = units;
        this.kind = kind;
        this.trace = trace;
        this.settled = settled;
        this.stopped = stopped;
        this.apparent = List.copyOf(apparent);
        this.noticed = List.copyOf(noticed);
        this.provenance = provenance;
    }

    /** The posterior that a run left behind. */
    public static Posterior of(List<String> names, Kind kind, Run run, List<String> warnings, Provenance provenance) {
        return new Posterior(
                names,
                run.draws(),
                run.snapshots(),
                run.units(),
                kind,
                run.trace(),
                run.settled(),
                run.reason(),
                List.of(),
                warnings,
                provenance);
    }

    /** The names of the coordinates. */
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
        List<String> all = new ArrayList<>(apparent);
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
        Posterior same = with(apparent, noticed);
        same.resampling = made;
        same.summary = null;
        return same;
    }

    /** The same with a record of how its transitions went. */
    public Posterior withTransitions(Transitions made) {
        Posterior same = with(apparent, noticed);
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
        int j = names.indexOf(name);
        require(j >= 0, "no '%s' in the posterior; it has %s", name, names);
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
        int stuck = 0;
        for (int unit = 0; unit < units; unit++) {
            int moves = 0;
            for (int s = 1; s < snapshots; s++) {
                int at = (s * units + unit) * d;
                int before = at - units * d;
                moves += Arrays.equals(draws, at, at + d, draws, before, before + d) ? 0 : 1;
            }
            stuck += moves <= STUCK_MOVES * (snapshots - 1) ? 1 : 0;
        }
        return (double) stuck / units;
    }

    /** Mean, spread, quantiles and Monte Carlo error of each coordinate. */
    public synchronized Summary summary() {
        if (summary == null) {
            summary = Summary.of(this);
        }
        return summary;
    }

    /** The same with one more coordinate computed from each draw. */
    public Posterior with(String name, ToDoubleFunction<double[]> f) {
        require(!names.contains(name), "the posterior has a '%s' already", name);
        List<String> more = new ArrayList<>(names);
        more.add(name);
        int d = names.size();
        double[] wider = new double[size() * (d + 1)];
        double[] row = new double[d];
        for (int i = 0; i < size(); i++) {
            draw(i, row);
            System.arraycopy(row, 0, wider, i * (d + 1), d);
            wider[i * (d + 1) + d] = f.applyAsDouble(row);
        }
        Posterior same = new Posterior(
                more, wider, snapshots, units, kind, trace, settled, stopped, apparent, noticed, provenance);
        same.transitions = transitions;
        same.resampling = resampling;
        return same;
    }

    /** The same with further warnings that the draws do not show. */
    public Posterior withWarnings(List<String> more) {
        List<String> all = new ArrayList<>(noticed);
        all.addAll(more);
        return with(apparent, all);
    }

    /** The same with further warnings about what the draws show by themselves. */
    public Posterior withApparent(List<String> more) {
        List<String> all = new ArrayList<>(apparent);
        all.addAll(more);
        return with(all, noticed);
    }

    private Posterior with(List<String> shown, List<String> unseen) {
        Posterior same =
                new Posterior(names, draws, snapshots, units, kind, trace, settled, stopped, shown, unseen, provenance);
        same.transitions = transitions;
        same.resampling = resampling;
        same.summary = summary;
        return same;
    }
}
