package org.driftfield.stan.compile;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The code of one generated method: numbers onto the stack of the machine. {@link Pullback} has the adjoints. */
final class Body {
    static final String FRAME = "org/driftfield/stan/compile/Frame";
    static final String MATH = "org/driftfield/stan/compile/ScalarMath";

    final MethodVisitor mv;
    final int v;
    final int d;
    final int c;
    final int p;
    final int stack;
    final int sp;
    final int target;
    private final Map<Integer, Integer> loops = new HashMap<>();
    private int next;

    /** Numbers that lie in a local variable already. */
    private IdentityHashMap<Num, Integer> known = new IdentityHashMap<>();

    /** Adjoints at fixed places that a loop sums up in a local variable. */
    private final Map<Integer, Integer> sums = new HashMap<>();

    /** Partial derivatives of densities that were computed: the local of the first, the others after it. */
    private IdentityHashMap<Num, int[]> partials = new IdentityHashMap<>();

    /**
     * @param loopIds the variables of the loops around, which the method takes after the frame
     */
    Body(MethodVisitor mv, List<Integer> loopIds) {
        this.mv = mv;
        next = 1;
        for (int id : loopIds) {
            loops.put(id, next++);
        }
        v = field("v");
        d = field("d");
        c = field("c");
        p = field("p");
        stack = field("stack");
        sp = next++;
        target = next;
        next += 2;
        load();
        mv.visitInsn(Opcodes.DCONST_0);
        mv.visitVarInsn(Opcodes.DSTORE, target);
    }

    private int field(String name) {
        int local = next++;
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitFieldInsn(Opcodes.GETFIELD, FRAME, name, "[D");
        mv.visitVarInsn(Opcodes.ASTORE, local);
        return local;
    }

    /** Takes the top of the stack of saved values from the frame. */
    void load() {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitFieldInsn(Opcodes.GETFIELD, FRAME, "sp", "I");
        mv.visitVarInsn(Opcodes.ISTORE, sp);
    }

    /** Gives it back. */
    void store() {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitVarInsn(Opcodes.ILOAD, sp);
        mv.visitFieldInsn(Opcodes.PUTFIELD, FRAME, "sp", "I");
    }

    void end() {
        store();
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitInsn(Opcodes.DUP);
        mv.visitFieldInsn(Opcodes.GETFIELD, FRAME, "target", "D");
        mv.visitVarInsn(Opcodes.DLOAD, target);
        mv.visitInsn(Opcodes.DADD);
        mv.visitFieldInsn(Opcodes.PUTFIELD, FRAME, "target", "D");
        mv.visitInsn(Opcodes.RETURN);
    }

    /** Saves a whole number. */
    void pushInt(int local) {
        mv.visitVarInsn(Opcodes.ALOAD, stack);
        mv.visitVarInsn(Opcodes.ILOAD, sp);
        mv.visitVarInsn(Opcodes.ILOAD, local);
        mv.visitInsn(Opcodes.I2D);
        mv.visitInsn(Opcodes.DASTORE);
        mv.visitIincInsn(sp, 1);
    }

    /** Takes the number that was saved last. */
    void pop() {
        mv.visitIincInsn(sp, -1);
        mv.visitVarInsn(Opcodes.ALOAD, stack);
        mv.visitVarInsn(Opcodes.ILOAD, sp);
        mv.visitInsn(Opcodes.DALOAD);
    }

    int newInt() {
        return next++;
    }

    int newDouble() {
        int local = next;
        next += 2;
        return local;
    }

    /** The local variable of a loop, made if need be. */
    int loop(int id) {
        return loops.computeIfAbsent(id, i -> next++);
    }

    /** Begins to sum up what is added to the adjoints at these places, in local variables. */
    void open(Set<Integer> places) {
        for (int place : places) {
            int local = newDouble();
            mv.visitInsn(Opcodes.DCONST_0);
            mv.visitVarInsn(Opcodes.DSTORE, local);
            sums.put(place, local);
        }
    }

    /** The local variable that sums up what is added to an adjoint; negative where there is none. */
    int sum(Idx at) {
        return at.isConstant() ? sums.getOrDefault(at.constant(), -1) : -1;
    }

    /** Adds what was summed up. */
    void close(Set<Integer> places) {
        for (int place : places) {
            mv.visitVarInsn(Opcodes.ALOAD, d);
            integer(place);
            mv.visitInsn(Opcodes.DUP2);
            mv.visitInsn(Opcodes.DALOAD);
            mv.visitVarInsn(Opcodes.DLOAD, sums.remove(place));
            mv.visitInsn(Opcodes.DADD);
            mv.visitInsn(Opcodes.DASTORE);
        }
    }

    void forget() {
        known = new IdentityHashMap<>();
        partials = new IdentityHashMap<>();
    }

    void integer(int value) {
        if (value >= -1 && value <= 5) {
            mv.visitInsn(Opcodes.ICONST_0 + value);
        } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            mv.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            mv.visitLdcInsn(value);
        }
    }

    void index(Idx idx) {
        boolean first = true;
        if (idx.constant() != 0 || idx.terms().isEmpty()) {
            integer(idx.constant());
            first = false;
        }
        for (Map.Entry<Idx.Term, Integer> e : idx.terms().entrySet()) {
            term(e.getKey());
            int factor = e.getValue();
            if (factor != 1 && !(factor == -1 && !first)) {
                integer(factor);
                mv.visitInsn(Opcodes.IMUL);
            }
            if (!first) {
                mv.visitInsn(factor == -1 ? Opcodes.ISUB : Opcodes.IADD);
            }
            first = false;
        }
    }

    private void term(Idx.Term term) {
        if (term instanceof Idx.Loop loop) {
            mv.visitVarInsn(Opcodes.ILOAD, loop(loop.id()));
        } else if (term instanceof Idx.Whole whole) {
            value(whole.value());
            mv.visitInsn(Opcodes.D2I);
        } else if (term instanceof Idx.Checked checked) {
            index(checked.index());
            integer(checked.size());
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, MATH, "index", "(II)I", false);
        } else {
            Idx.Divided divided = (Idx.Divided) term;
            index(divided.index());
            integer(divided.by());
            mv.visitInsn(divided.remainder() ? Opcodes.IREM : Opcodes.IDIV);
        }
    }

    private void constant(double x) {
        if (Double.doubleToRawLongBits(x) == 0) {
            mv.visitInsn(Opcodes.DCONST_0);
        } else if (x == 1) {
            mv.visitInsn(Opcodes.DCONST_1);
        } else {
            mv.visitLdcInsn(x);
        }
    }

    /** Leaves the number on the stack; nothing is kept. */
    void value(Num num) {
        Integer local = known.get(num);
        if (local != null) {
            mv.visitVarInsn(Opcodes.DLOAD, local);
        } else if (num instanceof Num.Const constant) {
            constant(constant.value());
        } else if (num instanceof Num.Datum datum) {
            mv.visitVarInsn(Opcodes.ALOAD, c);
            index(datum.at());
            mv.visitInsn(Opcodes.DALOAD);
        } else if (num instanceof Num.Load load) {
            mv.visitVarInsn(Opcodes.ALOAD, v);
            index(load.at());
            mv.visitInsn(Opcodes.DALOAD);
        } else if (num instanceof Num.OfIdx of) {
            index(of.index());
            mv.visitInsn(Opcodes.I2D);
        } else if (num instanceof Num.Apply apply) {
            for (Num argument : apply.arguments()) {
                value(argument);
            }
            function(apply.function(), apply.arguments().size());
        } else if (num instanceof Num.Kernel kernel) {
            for (Num argument : kernel.arguments()) {
                value(argument);
            }
            mv.visitInsn(Opcodes.ACONST_NULL);
            invoke(kernel.method());
        } else {
            choose((Num.Choice) num);
        }
    }

    private void choose(Num.Choice choice) {
        Label no = new Label();
        Label end = new Label();
        test(choice.test(), no);
        side(() -> value(choice.yes()));
        mv.visitJumpInsn(Opcodes.GOTO, end);
        mv.visitLabel(no);
        side(() -> value(choice.no()));
        mv.visitLabel(end);
    }

    /** Goes to the label where the number is zero. */
    void test(Num num, Label otherwise) {
        value(num);
        mv.visitInsn(Opcodes.DCONST_0);
        mv.visitInsn(Opcodes.DCMPL);
        mv.visitJumpInsn(Opcodes.IFEQ, otherwise);
    }

    private void invoke(Method method) {
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                Type.getInternalName(method.getDeclaringClass()),
                method.getName(),
                Type.getMethodDescriptor(method),
                false);
    }

    void math(String name, int doubles) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, MATH, name, "(" + "D".repeat(doubles) + ")D", false);
    }

    private void function(Scalar function, int count) {
        switch (function) {
            case PLUS -> mv.visitInsn(Opcodes.DADD);
            case MINUS -> mv.visitInsn(Opcodes.DSUB);
            case TIMES -> mv.visitInsn(Opcodes.DMUL);
            case DIVIDE -> mv.visitInsn(Opcodes.DDIV);
            case NEGATE -> mv.visitInsn(Opcodes.DNEG);
            case SQUARE -> {
                mv.visitInsn(Opcodes.DUP2);
                mv.visitInsn(Opcodes.DMUL);
            }
            default -> math(function.method(), count);
        }
    }

    /** Sees to it that the number lies in a local variable, unless it is a constant. */
    void keep(Num num) {
        if (num instanceof Num.Const || known.containsKey(num)) {
            return;
        }
        if (num instanceof Num.Apply apply) {
            apply.arguments().forEach(this::keep);
        }
        if (num instanceof Num.Kernel kernel && kernel.active()) {
            kernel(kernel);
            return;
        }
        value(num);
        keepAs(num);
    }

    /** Takes the number from the stack into a local variable. */
    void keepAs(Num num) {
        int local = newDouble();
        mv.visitVarInsn(Opcodes.DSTORE, local);
        known.put(num, local);
    }

    /** Computes a density with its partial derivatives and keeps all. */
    private void kernel(Num.Kernel kernel) {
        kernel.arguments().forEach(this::keep);
        for (Num argument : kernel.arguments()) {
            value(argument);
        }
        mv.visitVarInsn(Opcodes.ALOAD, p);
        invoke(kernel.method());
        keepAs(kernel);
        int[] locals = new int[kernel.arguments().size()];
        for (int j = 0; j < locals.length; j++) {
            if (kernel.arguments().get(j).active()) {
                locals[j] = newDouble();
                mv.visitVarInsn(Opcodes.ALOAD, p);
                integer(j);
                mv.visitInsn(Opcodes.DALOAD);
                mv.visitVarInsn(Opcodes.DSTORE, locals[j]);
            }
        }
        partials.put(kernel, locals);
    }

    /** The local variables of the partial derivatives of a density that was kept. */
    int[] partials(Num.Kernel kernel) {
        return partials.get(kernel);
    }

    /** Runs code for one of two sides; what it keeps is forgotten after it. */
    void side(Runnable work) {
        IdentityHashMap<Num, Integer> outer = known;
        IdentityHashMap<Num, int[]> outerPartials = partials;
        known = new IdentityHashMap<>(outer);
        partials = new IdentityHashMap<>(outerPartials);
        work.run();
        known = outer;
        partials = outerPartials;
    }
}
