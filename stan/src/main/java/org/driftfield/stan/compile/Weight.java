package org.driftfield.stan.compile;

import java.util.List;

/** How much code something becomes, in nodes. */
final class Weight {
    private Weight() {}

    static int of(List<Step> steps) {
        int sum = 0;
        for (Step step : steps) {
            sum += of(step);
        }
        return sum;
    }

    static int of(Step step) {
        if (step instanceof Step.Set set) {
            return 6 + of(set.at()) + of(set.value());
        } else if (step instanceof Step.Accumulate add) {
            return 4 + of(add.at()) + of(add.value());
        } else if (step instanceof Step.Term term) {
            return 4 + of(term.value());
        } else if (step instanceof Step.Loop loop) {
            // What is too long in a loop goes into methods of its own.
            return 10 + Math.min(200, of(loop.body()));
        } else if (step instanceof Step.While loop) {
            return 20 + of(loop.condition()) + Math.min(200, of(loop.before())) + Math.min(200, of(loop.body()));
        } else if (step instanceof Step.Branch branch) {
            return 8 + of(branch.condition()) + Math.min(200, of(branch.yes())) + Math.min(200, of(branch.no()));
        } else if (step instanceof Step.Demand demand) {
            return 4 + of(demand.value()) + of(demand.lower()) + of(demand.upper());
        }
        int sum = 8;
        for (Idx place : Calls.places(step)) {
            sum += 2 + of(place);
        }
        return sum;
    }

    static int of(Num num) {
        if (num instanceof Num.Load load) {
            return 1 + of(load.at());
        } else if (num instanceof Num.Datum datum) {
            return 1 + of(datum.at());
        } else if (num instanceof Num.Apply apply) {
            return 1 + numbers(apply.arguments());
        } else if (num instanceof Num.Kernel kernel) {
            return 3 + numbers(kernel.arguments());
        } else if (num instanceof Num.Choice choice) {
            return 4 + of(choice.test()) + of(choice.yes()) + of(choice.no());
        } else if (num instanceof Num.OfIdx of) {
            return of(of.index());
        }
        return 1;
    }

    private static int numbers(List<Num> list) {
        int sum = 0;
        for (Num num : list) {
            sum += of(num);
        }
        return sum;
    }

    static int of(Idx idx) {
        int sum = 1;
        for (Idx.Term term : idx.terms().keySet()) {
            if (term instanceof Idx.Whole whole) {
                sum += of(whole.value());
            } else if (term instanceof Idx.Checked checked) {
                sum += 1 + of(checked.index());
            } else if (term instanceof Idx.Divided divided) {
                sum += 1 + of(divided.index());
            } else {
                sum++;
            }
        }
        return sum;
    }
}
