package org.driftfield.stan.compile;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes the class of a compiled program: methods small enough for the machine to compile, one pair for each part. */
final class Emitter {
    /** Nodes in one method: the virtual machine never compiles a method of more than 8,000 bytes. */
    private static final int LARGEST = 220;

    private static final String CALLS = "org/driftfield/stan/compile/Calls";
    private static final String NAME = "org/driftfield/stan/compile/Generated";
    private static final String FRAME_TYPE = "L" + Body.FRAME + ";";

    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS) {
        @Override
        protected String getCommonSuperClass(String a, String b) {
            return "java/lang/Object";
        }
    };

    private final List<Step> calls = new ArrayList<>();
    private final IdentityHashMap<Step, Integer> numbers = new IdentityHashMap<>();
    private final List<Integer> loopIds = new ArrayList<>();
    private int methods;

    /** The steps that {@link Calls} runs, in the order of their numbers. */
    List<Step> calls() {
        return calls;
    }

    CompiledProgram.Sweeps write(List<Step> steps) {
        writer.visit(Opcodes.V17, Opcodes.ACC_FINAL, NAME, null, "java/lang/Object", new String[] {
            "org/driftfield/stan/compile/CompiledProgram$Sweeps"
        });
        MethodVisitor constructor = writer.visitMethod(0, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
        String forward = method(steps, true);
        String reverse = method(steps, false);
        door("forward", forward);
        door("reverse", reverse);
        writer.visitEnd();
        try {
            return (CompiledProgram.Sweeps) MethodHandles.lookup()
                    .defineHiddenClass(writer.toByteArray(), true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the generated class cannot be loaded", e);
        }
    }

    private void door(String name, String inner) {
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_PUBLIC, name, "(" + FRAME_TYPE + ")V", null, null);
        mv.visitCode();
        mv.visitVarInsn(Opcodes.ALOAD, 1);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, NAME, inner, "(" + FRAME_TYPE + ")V", false);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
    }

    /** A method that does these steps, those around it in {@link #loopIds} its arguments; its name. */
    private String method(List<Step> steps, boolean forward) {
        String name = (forward ? "f" : "r") + methods++;
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, name, descriptor(), null, null);
        mv.visitCode();
        Body body = new Body(mv, loopIds);
        steps(body, steps, forward);
        body.end();
        mv.visitMaxs(0, 0);
        mv.visitEnd();
        return name;
    }

    private String descriptor() {
        return "(" + FRAME_TYPE + "I".repeat(loopIds.size()) + ")V";
    }

    private void steps(Body body, List<Step> steps, boolean forward) {
        int weight = Weight.of(steps);
        if (weight > LARGEST && steps.size() > 1) {
            // Not too many calls in one method either: more levels where there are very many steps.
            List<List<Step>> chunks = chunks(steps, Math.max(LARGEST, weight / 50));
            for (int k = 0; k < chunks.size(); k++) {
                apart(body, chunks.get(forward ? k : chunks.size() - 1 - k), forward);
            }
            return;
        }
        for (int i = 0; i < steps.size(); i++) {
            body.forget();
            one(body, steps.get(forward ? i : steps.size() - 1 - i), forward);
        }
    }

    /** The steps in a method of their own, which is called here. */
    private void apart(Body body, List<Step> chunk, boolean forward) {
        String name = method(chunk, forward);
        body.store();
        body.mv.visitVarInsn(Opcodes.ALOAD, 0);
        for (int id : loopIds) {
            body.mv.visitVarInsn(Opcodes.ILOAD, body.loop(id));
        }
        body.mv.visitMethodInsn(Opcodes.INVOKESTATIC, NAME, name, descriptor(), false);
        body.load();
    }

    private static List<List<Step>> chunks(List<Step> steps, int largest) {
        List<List<Step>> chunks = new ArrayList<>();
        List<Step> current = new ArrayList<>();
        int weight = 0;
        for (Step step : steps) {
            int own = Weight.of(step);
            if (!current.isEmpty() && weight + own > largest) {
                chunks.add(current);
                current = new ArrayList<>();
                weight = 0;
            }
            current.add(step);
            weight += own;
        }
        chunks.add(current);
        return chunks;
    }

    private void one(Body body, Step step, boolean forward) {
        if (step instanceof Step.Set set) {
            if (forward) {
                set(body, set);
            } else {
                unset(body, set);
            }
        } else if (step instanceof Step.Accumulate add) {
            accumulate(body, add, forward);
        } else if (step instanceof Step.Term term) {
            if (!forward) {
                term(body, term);
            }
        } else if (step instanceof Step.Loop loop) {
            loop(body, loop, forward);
        } else if (step instanceof Step.While loop) {
            repeat(body, loop, forward);
        } else if (step instanceof Step.Branch branch) {
            branch(body, branch, forward);
        } else if (step instanceof Step.Fail fail) {
            if (forward) {
                body.mv.visitLdcInsn(fail.message());
                body.mv.visitMethodInsn(Opcodes.INVOKESTATIC, Body.MATH, "fail", "(Ljava/lang/String;)V", false);
            }
        } else if (step instanceof Step.Demand demand) {
            if (forward) {
                body.value(demand.value());
                body.value(demand.lower());
                body.value(demand.upper());
                body.mv.visitLdcInsn(demand.name());
                body.mv.visitMethodInsn(Opcodes.INVOKESTATIC, Body.MATH, "demand", "(DDDLjava/lang/String;)V", false);
            }
        } else {
            call(body, step, forward);
        }
    }

    private static void push(Body body, Idx at) {
        MethodVisitor mv = body.mv;
        mv.visitVarInsn(Opcodes.ALOAD, body.stack);
        mv.visitVarInsn(Opcodes.ILOAD, body.sp);
        mv.visitVarInsn(Opcodes.ALOAD, body.v);
        body.index(at);
        mv.visitInsn(Opcodes.DALOAD);
        mv.visitInsn(Opcodes.DASTORE);
        mv.visitIincInsn(body.sp, 1);
    }

    private static void set(Body body, Step.Set set) {
        if (set.save()) {
            push(body, set.at());
        }
        body.mv.visitVarInsn(Opcodes.ALOAD, body.v);
        body.index(set.at());
        body.value(set.value());
        body.mv.visitInsn(Opcodes.DASTORE);
    }

    private static void unset(Body body, Step.Set set) {
        MethodVisitor mv = body.mv;
        if (set.value() instanceof Num.Apply && set.value().active()) {
            mv.visitVarInsn(Opcodes.ALOAD, body.v);
            body.index(set.at());
            mv.visitInsn(Opcodes.DALOAD);
            body.keepAs(set.value());
        }
        int adjoint = -1;
        if (set.active()) {
            adjoint = body.newDouble();
            mv.visitVarInsn(Opcodes.ALOAD, body.d);
            body.index(set.at());
            mv.visitInsn(Opcodes.DUP2);
            mv.visitInsn(Opcodes.DALOAD);
            mv.visitVarInsn(Opcodes.DSTORE, adjoint);
            mv.visitInsn(Opcodes.DCONST_0);
            mv.visitInsn(Opcodes.DASTORE);
        }
        if (set.save()) {
            mv.visitIincInsn(body.sp, -1);
            mv.visitVarInsn(Opcodes.ALOAD, body.v);
            body.index(set.at());
            mv.visitVarInsn(Opcodes.ALOAD, body.stack);
            mv.visitVarInsn(Opcodes.ILOAD, body.sp);
            mv.visitInsn(Opcodes.DALOAD);
            mv.visitInsn(Opcodes.DASTORE);
        }
        if (set.active()) {
            new Pullback(body).propagate(set.value(), new Pullback.Adjoint(adjoint, false));
        }
    }

    private static void accumulate(Body body, Step.Accumulate add, boolean forward) {
        MethodVisitor mv = body.mv;
        mv.visitVarInsn(Opcodes.ALOAD, forward ? body.v : body.d);
        body.index(add.at());
        if (forward) {
            mv.visitInsn(Opcodes.DUP2);
            mv.visitInsn(Opcodes.DALOAD);
            body.value(add.value());
            mv.visitInsn(Opcodes.DADD);
            mv.visitInsn(Opcodes.DASTORE);
            return;
        }
        mv.visitInsn(Opcodes.DALOAD);
        int adjoint = body.newDouble();
        mv.visitVarInsn(Opcodes.DSTORE, adjoint);
        new Pullback(body).propagate(add.value(), new Pullback.Adjoint(adjoint, false));
    }

    private static void term(Body body, Step.Term term) {
        body.keep(term.value());
        body.mv.visitVarInsn(Opcodes.DLOAD, body.target);
        body.value(term.value());
        body.mv.visitInsn(Opcodes.DADD);
        body.mv.visitVarInsn(Opcodes.DSTORE, body.target);
        new Pullback(body).propagate(term.value(), Pullback.Adjoint.ONE);
    }

    private void loop(Body body, Step.Loop loop, boolean forward) {
        MethodVisitor mv = body.mv;
        int variable = body.loop(loop.variable().id());
        int last = body.newInt();
        // What each round adds to the same adjoint would otherwise go through memory, one round after the other.
        Set<Integer> sums = forward || Weight.of(loop.body()) > LARGEST ? Set.of() : Reads.sums(loop.body());
        body.open(sums);
        body.index(forward ? loop.to() : loop.from());
        mv.visitVarInsn(Opcodes.ISTORE, last);
        body.index(forward ? loop.from() : loop.to());
        mv.visitVarInsn(Opcodes.ISTORE, variable);
        Label start = new Label();
        Label end = new Label();
        mv.visitLabel(start);
        mv.visitVarInsn(Opcodes.ILOAD, variable);
        mv.visitVarInsn(Opcodes.ILOAD, last);
        mv.visitJumpInsn(forward ? Opcodes.IF_ICMPGT : Opcodes.IF_ICMPLT, end);
        loopIds.add(loop.variable().id());
        steps(body, loop.body(), forward);
        loopIds.remove(loopIds.size() - 1);
        mv.visitIincInsn(variable, forward ? 1 : -1);
        mv.visitJumpInsn(Opcodes.GOTO, start);
        mv.visitLabel(end);
        body.close(sums);
        body.forget();
    }

    /** How many rounds there were is saved after the last, so that it is found first on the way back. */
    private void repeat(Body body, Step.While loop, boolean forward) {
        MethodVisitor mv = body.mv;
        int rounds = body.newInt();
        Label start = new Label();
        Label end = new Label();
        if (forward) {
            body.integer(0);
            mv.visitVarInsn(Opcodes.ISTORE, rounds);
            mv.visitLabel(start);
            steps(body, loop.before(), true);
            body.forget();
            body.test(loop.condition(), end);
            steps(body, loop.body(), true);
            mv.visitVarInsn(Opcodes.ILOAD, rounds);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, Body.MATH, "round", "(I)I", false);
            mv.visitVarInsn(Opcodes.ISTORE, rounds);
            mv.visitJumpInsn(Opcodes.GOTO, start);
            mv.visitLabel(end);
            body.pushInt(rounds);
        } else {
            body.pop();
            mv.visitInsn(Opcodes.D2I);
            mv.visitVarInsn(Opcodes.ISTORE, rounds);
            mv.visitLabel(start);
            steps(body, loop.before(), false);
            mv.visitVarInsn(Opcodes.ILOAD, rounds);
            mv.visitJumpInsn(Opcodes.IFLE, end);
            steps(body, loop.body(), false);
            mv.visitIincInsn(rounds, -1);
            mv.visitJumpInsn(Opcodes.GOTO, start);
            mv.visitLabel(end);
        }
        body.forget();
    }

    private void branch(Body body, Step.Branch branch, boolean forward) {
        MethodVisitor mv = body.mv;
        Label no = new Label();
        Label end = new Label();
        if (branch.stable()) {
            body.test(branch.condition(), no);
        } else {
            int taken = body.newDouble();
            if (forward) {
                body.value(branch.condition());
                mv.visitVarInsn(Opcodes.DSTORE, taken);
            } else {
                body.pop();
                mv.visitVarInsn(Opcodes.DSTORE, taken);
            }
            mv.visitVarInsn(Opcodes.DLOAD, taken);
            mv.visitInsn(Opcodes.DCONST_0);
            mv.visitInsn(Opcodes.DCMPL);
            mv.visitJumpInsn(Opcodes.IFEQ, no);
        }
        side(body, branch.yes(), branch.stable(), 1, forward);
        mv.visitJumpInsn(Opcodes.GOTO, end);
        mv.visitLabel(no);
        side(body, branch.no(), branch.stable(), 0, forward);
        mv.visitLabel(end);
        body.forget();
    }

    /** One side of a branch; which it was is saved after its steps, so that it is found first on the way back. */
    private void side(Body body, List<Step> steps, boolean stable, int which, boolean forward) {
        body.forget();
        steps(body, steps, forward);
        if (forward && !stable) {
            body.mv.visitVarInsn(Opcodes.ALOAD, body.stack);
            body.mv.visitVarInsn(Opcodes.ILOAD, body.sp);
            body.mv.visitInsn(which == 1 ? Opcodes.DCONST_1 : Opcodes.DCONST_0);
            body.mv.visitInsn(Opcodes.DASTORE);
            body.mv.visitIincInsn(body.sp, 1);
        }
    }

    private void call(Body body, Step step, boolean forward) {
        int number = numbers.computeIfAbsent(step, s -> {
            calls.add(s);
            return calls.size() - 1;
        });
        MethodVisitor mv = body.mv;
        body.store();
        List<Idx> places = Calls.places(step);
        for (int j = 0; j < places.size(); j++) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitFieldInsn(Opcodes.GETFIELD, Body.FRAME, "at", "[I");
            body.integer(j);
            body.index(places.get(j));
            mv.visitInsn(Opcodes.IASTORE);
        }
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        body.integer(number);
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC, CALLS, forward ? "forward" : "reverse", "(" + FRAME_TYPE + "I)V", false);
        body.load();
    }
}
