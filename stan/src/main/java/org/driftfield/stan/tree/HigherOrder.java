package org.driftfield.stan.tree;

import java.util.Locale;

/** Functions of the language that take a function of the user's. */
public enum HigherOrder {
    ODE_RK45,
    ODE_RK45_TOL,
    ODE_CKRK,
    ODE_CKRK_TOL,
    ODE_ADAMS,
    ODE_ADAMS_TOL,
    ODE_BDF,
    ODE_BDF_TOL,
    ODE_ADJOINT_TOL_CTL,
    /** The old interface: real arrays, with or without the three tolerances. */
    INTEGRATE_ODE,
    INTEGRATE_ODE_RK45,
    INTEGRATE_ODE_ADAMS,
    INTEGRATE_ODE_BDF,
    INTEGRATE_1D,
    ALGEBRA_SOLVER,
    ALGEBRA_SOLVER_NEWTON,
    SOLVE_NEWTON,
    SOLVE_NEWTON_TOL,
    SOLVE_POWELL,
    SOLVE_POWELL_TOL,
    REDUCE_SUM,
    REDUCE_SUM_STATIC,
    MAP_RECT;

    /** Its name in the language. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
