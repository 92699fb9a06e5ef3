package org.driftfield.stan.library;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.driftfield.random.RandomStream;

/** Static methods on numbers as objects that can be called as fast as written code. */
public final class Kernels {
    private Kernels() {}

    /** A function of numbers with its partial derivatives. */
    public interface Value {
        double at(double[] a, double[] d);
    }

    /** A draw given numbers. */
    public interface Draw {
        double at(double[] a, RandomStream random);
    }

    /** By number of arguments. */
    public interface F1 {
        double at(double a, double[] d);
    }

    /** By number of arguments. */
    public interface F2 {
        double at(double a, double b, double[] d);
    }

    /** By number of arguments. */
    public interface F3 {
        double at(double a, double b, double c, double[] d);
    }

    /** By number of arguments. */
    public interface F4 {
        double at(double a, double b, double c, double e, double[] d);
    }

    /** By number of arguments. */
    public interface F5 {
        double at(double a, double b, double c, double e, double f, double[] d);
    }

    /** By number of arguments. */
    public interface G0 {
        double at(RandomStream random);
    }

    /** By number of arguments. */
    public interface G1 {
        double at(double a, RandomStream random);
    }

    /** By number of arguments. */
    public interface G2 {
        double at(double a, double b, RandomStream random);
    }

    /** By number of arguments. */
    public interface G3 {
        double at(double a, double b, double c, RandomStream random);
    }

    /** By number of arguments. */
    public interface G4 {
        double at(double a, double b, double c, double e, RandomStream random);
    }

    public static Value value(Method method) {
        switch (method.getParameterCount() - 1) {
            case 1 -> {
                F1 f = link(method, F1.class);
                return (a, d) -> f.at(a[0], d);
            }
            case 2 -> {
                F2 f = link(method, F2.class);
                return (a, d) -> f.at(a[0], a[1], d);
            }
            case 3 -> {
                F3 f = link(method, F3.class);
                return (a, d) -> f.at(a[0], a[1], a[2], d);
            }
            case 4 -> {
                F4 f = link(method, F4.class);
                return (a, d) -> f.at(a[0], a[1], a[2], a[3], d);
            }
            case 5 -> {
                F5 f = link(method, F5.class);
                return (a, d) -> f.at(a[0], a[1], a[2], a[3], a[4], d);
            }
            default -> throw new IllegalArgumentException(method.toString());
        }
    }

    public static Draw draw(Method method) {
        switch (method.getParameterCount() - 1) {
            case 0 -> {
                G0 g = link(method, G0.class);
                return (a, random) -> g.at(random);
            }
            case 1 -> {
                G1 g = link(method, G1.class);
                return (a, random) -> g.at(a[0], random);
            }
            case 2 -> {
                G2 g = link(method, G2.class);
                return (a, random) -> g.at(a[0], a[1], random);
            }
            case 3 -> {
                G3 g = link(method, G3.class);
                return (a, random) -> g.at(a[0], a[1], a[2], random);
            }
            case 4 -> {
                G4 g = link(method, G4.class);
                return (a, random) -> g.at(a[0], a[1], a[2], a[3], random);
            }
            default -> throw new IllegalArgumentException(method.toString());
        }
    }

    private static <T> T link(Method method, Class<T> type) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle target = lookup.unreflect(method);
            return type.cast(LambdaMetafactory.metafactory(
                            lookup, "at", MethodType.methodType(type), target.type(), target, target.type())
                    .getTarget()
                    .invoke());
        } catch (Throwable e) {
            throw new IllegalStateException("cannot link " + method, e);
        }
    }
}
