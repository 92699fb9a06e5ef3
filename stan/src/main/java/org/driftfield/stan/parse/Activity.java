package org.driftfield.stan.parse;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * What was found to depend on parameters: declarations of variables, and loops and functions left early where a parameter decides.
 * Checking begins with nothing here and is repeated until nothing is added.
 */
final class Activity {
    private final Set<Object> active = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean changed;

    boolean has(Object node) {
        return active.contains(node);
    }

    void mark(Object node) {
        changed |= active.add(node);
    }

    /** Whether something was marked since this was last asked. */
    boolean changed() {
        boolean result = changed;
        changed = false;
        return result;
    }
}
