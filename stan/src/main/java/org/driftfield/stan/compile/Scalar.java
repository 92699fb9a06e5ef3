package org.driftfield.stan.compile;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.driftfield.stan.math.Gammas;
import org.driftfield.stan.math.Gauss;
import org.driftfield.stan.math.Scalars;

/**
 * Functions of numbers that are written out. For all but the plainest, {@link ScalarMath} has a static method of the same name in lower
 * case, and one for each derivative: {@code name0(x, value)}, or {@code name0(x, y, value)} and {@code name1(x, y, value)}.
 */
enum Scalar {
    PLUS(2, true, "+", "add"),
    MINUS(2, true, "-", "subtract"),
    TIMES(2, true, "*", ".*", "multiply", "elt_multiply"),
    DIVIDE(2, true, "/", "./", "divide", "elt_divide"),
    NEGATE(1, true, "u-", "minus"),
    SQUARE(1, true, "square"),
    EXP(1, true, "exp"),
    LOG(1, true, "log"),
    SQRT(1, true, "sqrt"),
    INV(1, true, "inv"),
    INV_SQRT(1, true, "inv_sqrt"),
    INV_SQUARE(1, true, "inv_square"),
    POW(2, true, "^", ".^", "pow"),
    EXPM1(1, true, "expm1"),
    LOG1P(1, true, "log1p"),
    LOG1M(1, true, "log1m"),
    LOG1P_EXP(1, true, "log1p_exp"),
    LOG1M_EXP(1, true, "log1m_exp"),
    INV_LOGIT(1, true, "inv_logit"),
    LOGIT(1, true, "logit"),
    LOG_INV_LOGIT(1, true, "log_inv_logit"),
    LOG1M_INV_LOGIT(1, true, "log1m_inv_logit"),
    LOG_SUM_EXP(2, true, "log_sum_exp"),
    LOG_DIFF_EXP(2, true, "log_diff_exp"),
    LMULTIPLY(2, true, "lmultiply", "multiply_log"),
    LGAMMA(1, true, "lgamma"),
    PHI(1, true, "Phi"),
    PHI_APPROX(1, true, "Phi_approx"),
    TANH(1, true, "tanh"),
    SIN(1, true, "sin"),
    COS(1, true, "cos"),
    ABS(1, true, "abs", "fabs"),
    FMAX(2, true, "fmax"),
    FMIN(2, true, "fmin"),
    /** Quotient of integers, towards zero. */
    QUOTIENT(2, false),
    REMAINDER(2, false),
    EQUAL(2, false, "==", "logical_eq"),
    UNEQUAL(2, false, "!=", "logical_neq"),
    LESS(2, false, "<", "logical_lt"),
    AT_MOST(2, false, "<=", "logical_lte"),
    GREATER(2, false, ">", "logical_gt"),
    AT_LEAST(2, false, ">=", "logical_gte"),
    AND(2, false),
    OR(2, false),
    NOT(1, false, "!", "logical_negation");

    private static final Map<String, Scalar> BY_NAME = new HashMap<>();

    static {
        for (Scalar scalar : values()) {
            for (String name : scalar.names.split(" ", -1)) {
                BY_NAME.put(name + "/" + scalar.count, scalar);
            }
        }
    }

    private final int count;
    private final boolean differentiable;
    /** The names that programs call it by, with spaces between. */
    private final String names;

    Scalar(int count, boolean differentiable, String... names) {
        this.count = count;
        this.differentiable = differentiable;
        this.names = String.join(" ", names);
    }

    /** The function of this name in the language, or null. */
    static Scalar named(String name, int arguments) {
        return BY_NAME.get(name + "/" + arguments);
    }

    boolean differentiable() {
        return differentiable;
    }

    String method() {
        return name().toLowerCase(Locale.ROOT);
    }

    double value(double[] a) {
        return switch (this) {
            case PLUS -> a[0] + a[1];
            case MINUS -> a[0] - a[1];
            case TIMES -> a[0] * a[1];
            case DIVIDE -> a[0] / a[1];
            case NEGATE -> -a[0];
            case SQUARE -> a[0] * a[0];
            case EXP -> Math.exp(a[0]);
            case LOG -> Math.log(a[0]);
            case SQRT -> Math.sqrt(a[0]);
            case INV -> 1 / a[0];
            case INV_SQRT -> ScalarMath.inv_sqrt(a[0]);
            case INV_SQUARE -> ScalarMath.inv_square(a[0]);
            case POW -> Math.pow(a[0], a[1]);
            case EXPM1 -> Math.expm1(a[0]);
            case LOG1P -> Math.log1p(a[0]);
            case LOG1M -> Math.log1p(-a[0]);
            case LOG1P_EXP -> Scalars.log1pExp(a[0]);
            case LOG1M_EXP -> Scalars.log1mExp(a[0]);
            case INV_LOGIT -> Scalars.invLogit(a[0]);
            case LOGIT -> Scalars.logit(a[0]);
            case LOG_INV_LOGIT -> Scalars.logInvLogit(a[0]);
            case LOG1M_INV_LOGIT -> Scalars.log1mInvLogit(a[0]);
            case LOG_SUM_EXP -> Scalars.logSumExp(a[0], a[1]);
            case LOG_DIFF_EXP -> Scalars.logDiffExp(a[0], a[1]);
            case LMULTIPLY -> Scalars.multiplyLog(a[0], a[1]);
            case LGAMMA -> Gammas.lgamma(a[0]);
            case PHI -> Gauss.cdf(a[0]);
            case PHI_APPROX -> Scalars.phiApprox(a[0]);
            case TANH -> Math.tanh(a[0]);
            case SIN -> Math.sin(a[0]);
            case COS -> Math.cos(a[0]);
            case ABS -> Math.abs(a[0]);
            case FMAX -> Math.max(a[0], a[1]);
            case FMIN -> Math.min(a[0], a[1]);
            case QUOTIENT -> ScalarMath.quotient(a[0], a[1]);
            case REMAINDER -> ScalarMath.remainder(a[0], a[1]);
            case EQUAL -> ScalarMath.equal(a[0], a[1]);
            case UNEQUAL -> ScalarMath.unequal(a[0], a[1]);
            case LESS -> ScalarMath.less(a[0], a[1]);
            case AT_MOST -> ScalarMath.at_most(a[0], a[1]);
            case GREATER -> ScalarMath.greater(a[0], a[1]);
            case AT_LEAST -> ScalarMath.at_least(a[0], a[1]);
            case AND -> ScalarMath.and(a[0], a[1]);
            case OR -> ScalarMath.or(a[0], a[1]);
            case NOT -> ScalarMath.not(a[0]);
        };
    }
}
