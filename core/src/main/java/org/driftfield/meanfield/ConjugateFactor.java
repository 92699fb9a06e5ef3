package org.driftfield.meanfield;

import org.driftfield.distribution.Distribution;
import org.driftfield.driver.State;
import org.driftfield.meanfield.MeanFieldModel.ClosedForm;

/** A factor whose optimum the model knows in closed form. */
final class ConjugateFactor implements Factor {
    private final Block block;
    private final ClosedForm form;
    private final State state;
    private final String key;

    ConjugateFactor(int index, Block block, ClosedForm form, State state) {
        this.block = block;
        this.form = form;
        this.state = state;
        this.key = "factor" + index + ".distribution";
        state.put(key, new double[0]);
    }

    @Override
    public Block block() {
        return block;
    }

    /** The optimal distribution given the other factors, or the model's way towards it; iteration 0 is the start. */
    Distribution update(Marginals all, long iteration) {
        Distribution chosen = iteration == 0 ? form.update(all) : form.update(all, iteration);
        state.put(key, chosen.encode());
        return chosen;
    }

    /** The distribution in the state; null before the first update. */
    Distribution stored() {
        double[] code = state.get(key);
        return code.length == 0 ? null : Distribution.decode(code);
    }
}
