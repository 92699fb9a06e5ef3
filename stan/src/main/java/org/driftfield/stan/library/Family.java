package org.driftfield.stan.library;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.driftfield.stan.lang.Type;

/**
 * A family of scalar distributions: a class of static methods {@code lpdf} or {@code lpmf}, {@code lcdf}, {@code lccdf} and
 * {@code draw}. Each argument is a number or a container of numbers; single numbers go with every element of the others,
 * and the log densities are summed.
 */
public final class Family {
    private static final String PACKAGE = "org.driftfield.stan.math.";

    private final String name;
    private final String type;
    private final boolean[] integers;
    private final boolean discrete;

    /**
     * @param arguments one letter each, outcome first: i for integers, r for real numbers
     */
    public Family(String name, String arguments) {
        this.name = name;
        this.integers = new boolean[arguments.length()];
        for (int i = 0; i < integers.length; i++) {
            integers[i] = arguments.charAt(i) == 'i';
        }
        this.discrete = integers[0];
        StringBuilder camel = new StringBuilder();
        for (String word : name.split("_", -1)) {
            camel.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
        }
        this.type = PACKAGE + (discrete ? "discrete." : "continuous.") + camel;
    }

    /** Enters the functions that there are: the density, and of lcdf (with lccdf and cdf) and rng those named. */
    public void enter(FunctionTable table, boolean distribution, boolean draws) {
        for (String suffix : discrete ? new String[] {"lpmf", "lupmf"} : new String[] {"lpdf", "lupdf"}) {
            table.add(name + "_" + suffix, new Function(discrete ? "lpmf" : "lpdf", false));
        }
        if (distribution) {
            table.add(name + "_lcdf", new Function("lcdf", false));
            table.add(name + "_lccdf", new Function("lccdf", false));
            table.add(name + "_cdf", new Function("lcdf", true));
        }
        if (draws) {
            table.add(name + "_rng", new Draw());
        }
    }

    public Method method(String method) {
        try {
            for (Method candidate : Class.forName(type).getMethods()) {
                if (candidate.getName().equals(method)) {
                    return candidate;
                }
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        throw new IllegalStateException("no method " + method + " in " + type);
    }

    /** The types the arguments are taken as, or null where one does not fit. */
    private List<Type> accept(List<Type> arguments, int first) {
        if (arguments.size() != integers.length - first) {
            return null;
        }
        List<Type> types = new ArrayList<>(arguments.size());
        for (int i = 0; i < arguments.size(); i++) {
            Type argument = arguments.get(i);
            if (argument.dimensions() > 1
                    || argument.base() == Type.Base.VOID
                    || (integers[i + first] && argument.base() != Type.Base.INT)) {
                return null;
            }
            types.add(integers[i + first] ? argument : Rule.real(argument));
        }
        return types;
    }

    private List<String> words(String called, int first) {
        List<String> words = new ArrayList<>();
        for (int i = first; i < integers.length; i++) {
            words.add(integers[i] ? "int or array[] int" : "real, vector, row_vector or array[] real");
        }
        return List.of(called + "(" + String.join("; ", words) + ")");
    }

    private final class Function implements Rule {
        private final String method;
        private final boolean exponential;
        private Op op;

        Function(String method, boolean exponential) {
            this.method = method;
            this.exponential = exponential;
        }

        @Override
        public synchronized Library.Resolved match(String called, List<Type> arguments) {
            List<Type> types = accept(arguments, 0);
            if (types == null) {
                return null;
            }
            if (op == null) {
                op = new DensityOp(name, Kernels.value(method(method)), exponential);
            }
            return new Library.Resolved(called, types, Type.REAL, op, null);
        }

        @Override
        public List<String> signatures(String called) {
            return words(called, 0);
        }

        @Override
        public Method kernel() {
            return exponential ? null : method(method);
        }
    }

    private final class Draw implements Rule {
        private RandomOp random;

        @Override
        public synchronized Library.Resolved match(String called, List<Type> arguments) {
            List<Type> types = accept(arguments, 1);
            if (types == null) {
                return null;
            }
            if (random == null) {
                Kernels.Draw draw = Kernels.draw(method("draw"));
                random = new DrawOp(name, draw);
            }
            Type one = discrete ? Type.INT : Type.REAL;
            boolean several = types.stream().anyMatch(type -> type.dimensions() > 0);
            return new Library.Resolved(called, types, several ? one.array(1) : one, null, random);
        }

        @Override
        public List<String> signatures(String called) {
            return words(called, 1);
        }
    }

    private record DrawOp(String name, Kernels.Draw draw) implements RandomOp {
        @Override
        public int[] dims(Arg[] arguments) {
            int n = DensityOp.length(name, arguments);
            return n < 0 ? new int[0] : new int[] {n};
        }

        @Override
        public void draw(Arg[] arguments, org.driftfield.random.RandomStream random, Arg out) {
            double[] a = new double[arguments.length];
            for (int i = 0; i < out.size; i++) {
                for (int j = 0; j < a.length; j++) {
                    a[j] = arguments[j].get(arguments[j].dims.length == 0 ? 0 : i);
                }
                out.set(i, draw.at(a, random));
            }
        }
    }
}
