package org.driftfield.cli.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.driftfield.cli.live.LocalServer.Answer;
import org.driftfield.cli.terminal.ProgressWords;
import org.driftfield.driver.Progress;
import org.driftfield.report.Page;
import org.driftfield.report.fit.RunningPage;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.Json;

/** The page of a fit while it runs, which a browser on this machine may watch and from which the run can be stopped. */
public final class LivePage implements Progress, AutoCloseable {
    private static final long EVERY = TimeUnit.SECONDS.toNanos(1);

    /** A page that has not asked for so long is closed. */
    private static final long GONE = TimeUnit.SECONDS.toNanos(5);

    private static final long MOST_WAITED = 10;

    private final FitRecord begun;
    private final ProgressWords words;
    private final LocalServer server;
    private final CountDownLatch shown = new CountDownLatch(1);
    private volatile Page page;
    private volatile State state = new State("starting", "starting", null, false, false, 0, false);
    private volatile boolean stop;
    private volatile Path report;
    private volatile long asked;
    private long next;

    /** What the page is told each second. */
    private record State(
            String phase,
            String words,
            Double part,
            boolean stoppable,
            boolean stopping,
            int version,
            boolean report) {}

    public LivePage(FitRecord begun, String name) {
        this.begun = begun;
        this.words = new ProgressWords(begun.asked().method());
        this.page = RunningPage.of(begun, name, List.of(), List.of());
        this.asked = System.nanoTime() - GONE;
        this.server = new LocalServer(0, this::answer);
    }

    /** Where a browser finds it. */
    public String address() {
        return server.address();
    }

    /** Whether somebody has asked for the run to end. */
    public boolean stopAsked() {
        return stop;
    }

    /** Called by the thread that runs: takes from the run what the page needs, where somebody is looking. */
    @Override
    public void update(Event event) {
        long now = System.nanoTime();
        boolean any = words.hear(event, now);
        if (now < next || !any) {
            return;
        }
        next = now + EVERY;
        if (stop) {
            return;
        }
        double part = words.part(event);
        int version = state.version();
        if (now - asked < GONE || version == 0) {
            List<double[]> columns = new ArrayList<>();
            int shownColumns = Math.min(
                    RunningPage.MOST_DENSITIES, event.collected().names().size());
            for (int j = 0; j < shownColumns && event.collected().size() >= RunningPage.FEWEST_DRAWS; j++) {
                columns.add(event.collected().column(j));
            }
            page = RunningPage.of(
                    begun, page.title(), event.trace(), event.collected().names(), columns);
            version++;
        }
        publish(new State(
                event.phase() == Phase.SETTLING ? "settling" : "collecting",
                words.of(event, now, false).replaceAll(" {2,}", " · "),
                Double.isNaN(part) ? null : part,
                event.most() != Integer.MAX_VALUE || event.phase() == Phase.COLLECTING,
                stop,
                version,
                false));
    }

    /** Not where the run was asked to end meanwhile: that is said until it has. */
    private synchronized void publish(State now) {
        if (!stop) {
            state = now;
        }
    }

    /** The run is over and its files are written; somebody who is looking gets the report before this returns. */
    public void finished(Path written) {
        boolean there = Files.exists(written);
        ended(written, there);
        if (there && System.nanoTime() - asked < GONE) {
            try {
                // The page is whole once it was fetched; one that was closed meanwhile is not waited for.
                shown.await(MOST_WAITED, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Never after the run has ended: what is said then stays. */
    private synchronized void stopping() {
        stop = true;
        State now = state;
        if (report == null) {
            state = new State(
                    now.phase(),
                    "stopping · what there is will be kept",
                    now.part(),
                    now.stoppable(),
                    true,
                    now.version(),
                    now.report());
        }
    }

    private synchronized void ended(Path written, boolean there) {
        report = written;
        state = new State(
                "finished",
                there ? "finished" : "finished, without a report",
                1.0,
                false,
                stop,
                state.version(),
                there);
    }

    private Answer answer(String method, String path, String query) throws IOException {
        if (path.equals("stop") && method.equals("POST")) {
            stopping();
            return Answer.words(204, "");
        }
        if (!method.equals("GET")) {
            return Answer.words(405, "");
        }
        return switch (path) {
            case "" -> Answer.page(page.live());
            case "state" -> {
                asked = System.nanoTime();
                yield Answer.json(Json.MAPPER.writeValueAsString(fields(state)));
            }
            case "charts" -> Answer.json(page.charts());
            case "report" -> {
                Path file = report;
                if (file == null) {
                    yield Answer.words(404, "");
                }
                yield new Answer(200, "text/html; charset=utf-8", Files.readAllBytes(file), shown::countDown);
            }
            default -> Answer.words(404, "");
        };
    }

    private static Map<String, Object> fields(State state) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("phase", state.phase());
        fields.put("words", state.words());
        fields.put("part", state.part());
        fields.put("stoppable", state.stoppable());
        fields.put("stopping", state.stopping());
        fields.put("version", state.version());
        fields.put("report", state.report());
        return fields;
    }

    @Override
    public void close() {
        server.close();
    }
}
