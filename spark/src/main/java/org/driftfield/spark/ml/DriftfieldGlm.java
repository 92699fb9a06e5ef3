package org.driftfield.spark.ml;

import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.types.StructType;
import org.driftfield.store.glm.GlmDetails;

/** A Bayesian generalised linear model of the rows of a data set, which stay where they are. */
public final class DriftfieldGlm extends DriftfieldEstimator<DriftfieldGlmModel> {
    private static final long serialVersionUID = 1L;

    private final Param<String> formula = text("formula", "--formula", "response and terms as in R");
    private final Param<String> family = text("family", "--family", "gaussian, bernoulli, binomial or poisson");
    private final Param<String> method = text("method", "--method", "pmfvb, nuts or laplace");
    private final Param<String> prior = text("prior", "--prior", "of every coefficient");
    private final Param<String> blocks = text("blocks", "--blocks", "the factors of pmfvb");
    private final IntParam particles = option(new IntParam(this, "particles", "size of the cloud"), "--particles");
    private final IntParam draws = option(new IntParam(this, "draws", "draws of nuts or laplace"), "--draws");

    public DriftfieldGlm() {
        this(Identifiable$.MODULE$.randomUID("driftfieldGlm"));
    }

    public DriftfieldGlm(String uid) {
        super(uid);
    }

    /** Reads one that was saved. */
    public static MLReader<DriftfieldGlm> read() {
        return new DefaultParamsReader<>();
    }

    public static DriftfieldGlm load(String path) {
        return read().load(path);
    }

    @Override
    String kind() {
        return GlmDetails.MODEL;
    }

    @Override
    DriftfieldGlmModel model(FitFiles files) {
        return new DriftfieldGlmModel(uid(), files);
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return DriftfieldModel.withNumbers(schema, DriftfieldGlmModel.COLUMNS);
    }

    public Param<String> formula() {
        return formula;
    }

    public Param<String> family() {
        return family;
    }

    public Param<String> method() {
        return method;
    }

    public Param<String> prior() {
        return prior;
    }

    public Param<String> blocks() {
        return blocks;
    }

    public IntParam particles() {
        return particles;
    }

    public IntParam draws() {
        return draws;
    }

    public DriftfieldGlm setFormula(String value) {
        set(formula, value);
        return this;
    }

    public DriftfieldGlm setFamily(String value) {
        set(family, value);
        return this;
    }

    public DriftfieldGlm setMethod(String value) {
        set(method, value);
        return this;
    }

    public DriftfieldGlm setPrior(String value) {
        set(prior, value);
        return this;
    }

    public DriftfieldGlm setBlocks(String value) {
        set(blocks, value);
        return this;
    }

    public DriftfieldGlm setParticles(int value) {
        set(particles.name(), value);
        return this;
    }

    public DriftfieldGlm setDraws(int value) {
        set(draws.name(), value);
        return this;
    }

    public DriftfieldGlm setSeed(long value) {
        set(seed().name(), value);
        return this;
    }

    /** Further options, as on the command line. */
    public DriftfieldGlm setOptions(String... values) {
        set(options(), values);
        return this;
    }

    public DriftfieldGlm setOrderBy(String... columns) {
        set(orderBy(), columns);
        return this;
    }

    public DriftfieldGlm setPartitions(int value) {
        set(partitions().name(), value);
        return this;
    }
}
