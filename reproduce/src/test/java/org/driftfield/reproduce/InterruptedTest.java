package org.driftfield.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.driftfield.driver.Session;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An experiment that is stopped anywhere goes on from there, and ends in the same numbers. */
class InterruptedTest {
    private static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @TempDir
    Path folder;

    /** The experiment, with somebody listening to the iterations of one of its methods. */
    private static Experiment watched(Experiment real, String method, LongConsumer listener) {
        return (Experiment) Proxy.newProxyInstance(
                Experiment.class.getClassLoader(), new Class<?>[] {Experiment.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals("run")
                            && ((Contender) arguments[0]).key().equals(method)) {
                        Session session = (Session) arguments[2];
                        arguments[2] = session.watchedBy(event -> {
                            session.progress().update(event);
                            listener.accept(event.iteration());
                        });
                    }
                    try {
                        return called.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Results run(String name, Request request, String out, String method, LongConsumer listener) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return new Reproduction(
                        name,
                        watched(Experiments.of(name).with(request), method, listener),
                        request,
                        new ResultFolder(folder.resolve(out)),
                        new Reproduce.Screen(nowhere, false, true))
                .run();
    }

    @ParameterizedTest
    @CsvSource({
        "logistic, pmfvb;nuts, nuts",
        "volatility, smc, smc",
        "simulation, pmfvb;pmfvb-paper, pmfvb-paper",
        "simulation, adam-sgld, adam-sgld",
        "simulation, gaussian-vb, gaussian-vb"
    })
    void goesOnToTheSameScores(String name, String methods, String interrupted) throws Exception {
        Request request = new Request(5, 2, Effort.TINY, List.of(methods.split(";")), null, 2, 0);
        Results whole = run(name, request, "whole", interrupted, iteration -> {});

        assertThatThrownBy(() -> run(name, request, "broken", interrupted, iteration -> {
                    if (iteration == 20) {
                        throw new PowerCut();
                    }
                }))
                .isInstanceOf(PowerCut.class);
        AtomicLong first = new AtomicLong();
        Results resumed = run(name, request, "broken", interrupted, iteration -> first.compareAndSet(0, iteration));

        assertThat(first.get()).as("resumed from the checkpoint").isEqualTo(20);
        assertThat(resumed.replicates()).hasSameSizeAs(whole.replicates());
        for (int i = 0; i < whole.replicates().size(); i++) {
            Replicate one = whole.replicates().get(i);
            assertThat(resumed.replicates().get(i).scores()).isEqualTo(one.scores());
            String trace = "replicates/" + one.method() + "-" + one.replicate() + "/trace.csv";
            assertThat(folder.resolve("broken").resolve(trace))
                    .hasSameTextualContentAs(folder.resolve("whole").resolve(trace));
        }
        assertThat(Files.exists(folder.resolve("broken/replicates/" + interrupted + "-1/checkpoint.bin")))
                .isFalse();
    }
}
