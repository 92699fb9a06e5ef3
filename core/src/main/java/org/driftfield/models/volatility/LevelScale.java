package org.driftfield.models.volatility;

/**
 * The level μ in a coordinate u that is nearly independent of φ and σ². As φ approaches 1 the returns tell ever less of μ, and its
 * posterior widens towards the prior: a funnel, in which particles and chains get stuck. With the information
 * L(φ, σ²) = 1 / (σ²/1ᵀK1 + 1/n₀) that the returns have about μ, roughly, μ = m + u/√b, where b = L + 1/σ0² and m weighs the
 * level of the returns and the prior mean by the two.
 *
 * @param times how many log variances there are
 * @param known the information about μ that the returns would have if x did not vary, n₀
 * @param ofReturns the level of the returns
 * @param ofPrior the prior mean of μ
 * @param priorPrecision 1/σ0²
 */
record LevelScale(int times, double known, double ofReturns, double ofPrior, double priorPrecision) {
    /** What a squared return tells of its log variance. */
    private static final double EACH = 0.5;

    static LevelScale of(PathLikelihood model, double ofReturns) {
        VolatilityPriors priors = model.spec.priors();
        return new LevelScale(model.times, EACH * model.observed, ofReturns, priors.muMean(), 1 / priors.muVariance());
    }

    /** The same around another level: u = 0 there is the given μ. */
    LevelScale around(double mu, double phi, double sigma2) {
        double information = information(phi, sigma2);
        double moved = mu + (mu - ofPrior) * priorPrecision / Math.max(information, priorPrecision);
        return new LevelScale(times, known, moved, ofPrior, priorPrecision);
    }

    private double ones(double phi) {
        return (1 - phi) * (2 + (times - 2) * (1 - phi));
    }

    private double information(double phi, double sigma2) {
        double ones = ones(phi);
        return ones / (sigma2 + ones / known);
    }

    private double middle(double information) {
        return (information * ofReturns + priorPrecision * ofPrior) / (information + priorPrecision);
    }

    double mu(double u, double phi, double sigma2) {
        double information = information(phi, sigma2);
        return middle(information) + u / Math.sqrt(information + priorPrecision);
    }

    double u(double mu, double phi, double sigma2) {
        double information = information(phi, sigma2);
        return (mu - middle(information)) * Math.sqrt(information + priorPrecision);
    }

    /** log of the derivative of μ by u. */
    double logJacobian(double phi, double sigma2) {
        return -0.5 * Math.log(information(phi, sigma2) + priorPrecision);
    }

    /**
     * Turns the derivatives by (μ, φ, σ²) at {@code gradient[at …]} into those by (u, φ, σ²), that of {@link #logJacobian} added.
     */
    void chain(double u, double phi, double sigma2, double[] gradient, int at) {
        double ones = ones(phi);
        double room = sigma2 + ones / known;
        double information = ones / room;
        double total = information + priorPrecision;
        double scale = 1 / Math.sqrt(total);
        double byMu = gradient[at];
        double byInformation = (byMu * (ofReturns - middle(information) - 0.5 * u * scale) - 0.5) / total;
        double byOnes = -2 - 2 * (times - 2) * (1 - phi);
        gradient[at] = byMu * scale;
        gradient[at + 1] += byInformation * sigma2 / (room * room) * byOnes;
        gradient[at + 2] -= byInformation * ones / (room * room);
    }
}
