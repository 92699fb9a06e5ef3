package org.driftfield.random;

/**
 * What random streams are for: the second part of the key of a {@link RandomStream}, beside the iteration and the particle. Each
 * use has one line here, so that no two share their numbers by accident. A run on a mean field uses the numbers from 0 on for its
 * factors, one on networks those of {@link #network}.
 */
public final class StreamKeys {
    /** The rows of an iteration of a mean field. */
    public static final int MEAN_FIELD_ROWS = -2;
    /** The order in which the factors of a mean field are swept. */
    public static final int MEAN_FIELD_ORDER = -3;
    /** The proposals of the importance weights behind k-hat. */
    public static final int ASSESSMENT_PROPOSAL = -10;
    /** The wild bootstrap of the Stein discrepancy. */
    public static final int ASSESSMENT_BOOTSTRAP = -11;
    /** Moves of draws that show whether they stay where they are. */
    public static final int ASSESSMENT_MOVE = -12;
    /** Directions in which a gradient is compared with differences. */
    public static final int ASSESSMENT_DIRECTION = -13;
    /** Draws of the normal distribution to which the evidence builds a bridge. */
    public static final int EVIDENCE = -14;
    /** Data that a calibration simulates; the iteration is the replicate. */
    public static final int CALIBRATION = -15;
    /** Future paths of a volatility. */
    public static final int VOLATILITY_FORECAST = -20;
    /** Points that the start of a volatility fit weighs; the iteration is the round. */
    public static final int VOLATILITY_POOL = -21;
    /** What is drawn once for each draw of a posterior; the iteration is the draw's snapshot, the particle its unit. */
    public static final int GENERATED = -30;
    /** New observations of a generalised linear model; the particle is the row. */
    public static final int GLM_PREDICTION = -31;
    /** Draws of the prior of a generalised linear model; the iteration is the draw, the particle the parameter. */
    public static final int GLM_PRIOR = -32;
    /** Where whole numbers lie within their own probability; the particle is the row. */
    public static final int LOO_PLACE = -33;
    /** What a program draws in its transformed data. */
    public static final int STAN_DATA = -40;
    /** Points at which a program is checked. */
    public static final int STAN_CHECK = -41;

    public static final int NUTS_TRANSITION = 4000;
    public static final int NUTS_STEP_SEARCH = 4001;
    public static final int NUTS_START = 4002;
    public static final int LAPLACE_DRAW = 4010;
    public static final int LAPLACE_START = 4011;
    /** Which weighted proposals become draws. */
    public static final int RESAMPLING = 4012;

    public static final int PATHFINDER_START = 4015;
    /** The draws that estimate the bound at each point of a path; the iteration is the point, the particle the path. */
    public static final int PATHFINDER_BOUND = 4016;

    public static final int PATHFINDER_DRAW = 4017;
    public static final int SGLD_MOVE = 4020;
    public static final int SGLD_ROWS = 4021;
    public static final int SGLD_START = 4022;
    public static final int GAUSSIAN_VB_SAMPLE = 4030;
    public static final int GAUSSIAN_VB_ROWS = 4031;
    public static final int GAUSSIAN_VB_START = 4032;
    public static final int GAUSSIAN_VB_DRAW = 4033;
    public static final int SMC_PRIOR = 5000;
    public static final int SMC_RESAMPLING = 5001;
    public static final int SMC_MOVE = 5002;
    public static final int SMC_REPLICATION = 5003;
    public static final int SMC_EXCHANGE = 5004;
    /** Paths given parameters that sequential Monte Carlo has found. */
    public static final int VOLATILITY_PATH = 5010;
    /** Volatility followed return by return; the iteration is the time. */
    public static final int VOLATILITY_FILTER = 5011;

    /** Replicated data of a predictive check. */
    public static final int PREDICTIVE_CHECK = 7001;
    /** Starting points of the chains of a generalised linear model. */
    public static final int GLM_START = 7002;
    /** The noise variance of each draw of a network. */
    public static final int NETWORK_NOISE = 7003;
    /** The lines beside the networks of a cloud. */
    public static final int NETWORK_LINE = 7004;
    /** Features that tell how much networks will find. */
    public static final int NETWORK_OUTLOOK = 7005;
    /** Data made for the logistic experiment. */
    public static final int LOGISTIC_DATA = 0x10_91;
    /** Rows dealt out to training, validation and test. */
    public static final int SPLIT = 0x51_17;
    /** Data made for the experiment on networks. */
    public static final int REGRESSION_DATA = 0x51_40;
    /** Returns that are simulated, with a seed of their own: a mean field of the same seed has the numbers from 0 on for its factors. */
    public static final int RETURNS_DATA = 0;

    /** What a seed is combined with before rows are shuffled. */
    public static final class Order {
        /** The order in which networks see their training rows. */
        public static final long TRAINING = 0x0bde;
        /** Rows set aside where none are given for validation. */
        public static final long SET_ASIDE = 0x5e7a;
        /** Parts held out in turn. */
        public static final long PARTS = 0x9a57;
        /** A run from another start. */
        public static final long ANOTHER_START = 0x2b1d;

        private Order() {}
    }

    /** In place of the particle, in a stream that belongs to none of its particles. */
    public static final class NoParticle {
        /** Of a factor: which particles of another one an expectation is taken over, less that one's number. */
        public static final int SUBSET = -1;
        /** Of a factor: which of the good particles a lost one is brought to. */
        public static final int GATHER = Integer.MIN_VALUE;
        /** Of a group of networks: the draw that all of them start near. */
        public static final int NETWORK = -1;

        private NoParticle() {}
    }

    /** What a group of networks draws; see {@link #network}. */
    public static final class OfNetwork {
        public static final int START = 0;
        public static final int ROWS = 1;
        public static final int MOVE = 2;
        private static final int USES = 3;

        private OfNetwork() {}
    }

    private StreamKeys() {}

    /** The key of one use of random numbers by one group of networks. */
    public static int network(int use, int group) {
        return group * OfNetwork.USES + use;
    }
}
