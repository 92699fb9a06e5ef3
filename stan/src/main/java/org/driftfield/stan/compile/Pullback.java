package org.driftfield.stan.compile;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Code that brings the adjoint of a number back to the variables it is made of. */
final class Pullback {
    /** The derivative of the target by a number: a local variable, or 1; or its negative. */
    record Adjoint(int local, boolean negative) {
        static final Adjoint ONE = new Adjoint(-1, false);

        Adjoint negated() {
            return new Adjoint(local, !negative);
        }
    }

    private final Body body;
    private final MethodVisitor mv;

    Pullback(Body body) {
        this.body = body;
        this.mv = body.mv;
    }

    private void adjoint(Adjoint a) {
        if (a.local() < 0) {
            mv.visitInsn(Opcodes.DCONST_1);
        } else {
            mv.visitVarInsn(Opcodes.DLOAD, a.local());
        }
        if (a.negative()) {
            mv.visitInsn(Opcodes.DNEG);
        }
    }

    private Adjoint stored() {
        int local = body.newDouble();
        mv.visitVarInsn(Opcodes.DSTORE, local);
        return new Adjoint(local, false);
    }

    /** Adds the adjoint of a number to those of the variables it is made of. */
    void propagate(Num num, Adjoint a) {
        if (!num.active()) {
            return;
        }
        if (num instanceof Num.Load load) {
            add(load.at(), a);
        } else if (num instanceof Num.Kernel kernel) {
            body.keep(kernel);
            int[] locals = body.partials(kernel);
            for (int j = 0; j < locals.length; j++) {
                if (kernel.arguments().get(j).active()) {
                    Adjoint own = new Adjoint(locals[j], false);
                    if (a.local() >= 0 || a.negative()) {
                        adjoint(a);
                        mv.visitVarInsn(Opcodes.DLOAD, locals[j]);
                        mv.visitInsn(Opcodes.DMUL);
                        own = stored();
                    }
                    propagate(kernel.arguments().get(j), own);
                }
            }
        } else if (num instanceof Num.Choice choice) {
            propagateChoice(choice, a);
        } else {
            propagateFunction((Num.Apply) num, a);
        }
    }

    private void add(Idx at, Adjoint a) {
        int sum = body.sum(at);
        if (sum >= 0) {
            mv.visitVarInsn(Opcodes.DLOAD, sum);
        } else {
            mv.visitVarInsn(Opcodes.ALOAD, body.d);
            body.index(at);
            mv.visitInsn(Opcodes.DUP2);
            mv.visitInsn(Opcodes.DALOAD);
        }
        if (a.local() < 0) {
            mv.visitInsn(Opcodes.DCONST_1);
        } else {
            mv.visitVarInsn(Opcodes.DLOAD, a.local());
        }
        mv.visitInsn(a.negative() ? Opcodes.DSUB : Opcodes.DADD);
        if (sum >= 0) {
            mv.visitVarInsn(Opcodes.DSTORE, sum);
        } else {
            mv.visitInsn(Opcodes.DASTORE);
        }
    }

    private void propagateChoice(Num.Choice choice, Adjoint a) {
        Label no = new Label();
        Label end = new Label();
        body.test(choice.test(), no);
        body.side(() -> propagate(choice.yes(), a));
        mv.visitJumpInsn(Opcodes.GOTO, end);
        mv.visitLabel(no);
        body.side(() -> propagate(choice.no(), a));
        mv.visitLabel(end);
    }

    private void propagateFunction(Num.Apply apply, Adjoint a) {
        Num x = apply.arguments().get(0);
        Num y = apply.arguments().size() > 1 ? apply.arguments().get(1) : null;
        switch (apply.function()) {
            case PLUS -> {
                propagate(x, a);
                propagate(y, a);
            }
            case MINUS -> {
                propagate(x, a);
                propagate(y, a.negated());
            }
            case NEGATE -> propagate(x, a.negated());
            case TIMES -> {
                keepLater(x, y);
                scaled(x, a, y);
                scaled(y, a, x);
            }
            case DIVIDE -> {
                body.keep(y);
                adjoint(a);
                body.value(y);
                mv.visitInsn(Opcodes.DDIV);
                Adjoint quotient = stored();
                if (y.active()) {
                    body.keep(apply);
                    adjoint(quotient.negated());
                    body.value(apply);
                    mv.visitInsn(Opcodes.DMUL);
                    propagate(y, stored());
                }
                propagate(x, quotient);
            }
            default -> general(apply, x, y, a);
        }
    }

    private void keepLater(Num x, Num y) {
        if (x.active()) {
            body.keep(y);
        }
        if (y.active()) {
            body.keep(x);
        }
    }

    private void scaled(Num to, Adjoint a, Num factor) {
        if (to.active()) {
            if (a.local() < 0 && !a.negative()) {
                body.value(factor);
            } else {
                adjoint(a);
                body.value(factor);
                mv.visitInsn(Opcodes.DMUL);
            }
            propagate(to, stored());
        }
    }

    private void general(Num.Apply apply, Num x, Num y, Adjoint a) {
        body.keep(x);
        if (y != null) {
            body.keep(y);
        }
        body.keep(apply);
        for (int j = 0; j < apply.arguments().size(); j++) {
            Num argument = apply.arguments().get(j);
            if (argument.active()) {
                adjoint(a);
                body.value(x);
                if (y != null) {
                    body.value(y);
                }
                body.value(apply);
                body.math(apply.function().method() + j, y == null ? 2 : 3);
                mv.visitInsn(Opcodes.DMUL);
                propagate(argument, stored());
            }
        }
    }
}
