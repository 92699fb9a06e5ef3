package org.driftfield.cli.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.driftfield.InputException;

/**
 * Serves pages to browsers of this machine only: on the loopback address, under an address that nobody can guess, and never
 * to a page that calls it by another host's name.
 */
final class LocalServer implements AutoCloseable {
    private static final int TOKEN_BYTES = 16;
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    /** What is answered, and what is done once it has been sent. */
    record Answer(int status, String type, byte[] body, Runnable sent) {
        Answer(int status, String type, byte[] body) {
            this(status, type, body, () -> {});
        }

        static Answer page(String html) {
            return new Answer(200, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8));
        }

        static Answer json(String json) {
            return new Answer(200, "application/json; charset=utf-8", json.getBytes(StandardCharsets.UTF_8));
        }

        static Answer words(int status, String words) {
            return new Answer(status, "text/plain; charset=utf-8", words.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Answers what is asked under the server's address. */
    @FunctionalInterface
    interface Handler {
        /**
         * An answer.
         *
         * @param method of the request
         * @param path after the token, as in {@code state}
         * @param query after the question mark, as it came; null when there is none
         */
        Answer answer(String method, String path, String query) throws IOException;
    }

    private final HttpServer server;
    private final ExecutorService workers = Executors.newFixedThreadPool(2, task -> {
        Thread thread = new Thread(task, "driftfield-page");
        thread.setDaemon(true);
        return thread;
    });
    private final String token;
    private final Handler handler;

    /**
     * Begins to serve.
     *
     * @param port 0 for any that is free
     */
    LocalServer(int port, Handler handler) {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        this.token = HexFormat.of().formatHex(random);
        this.handler = handler;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
        } catch (IOException e) {
            throw new InputException("cannot serve on 127.0.0.1, port " + port + ": " + e.getMessage(), e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(workers);
        server.start();
    }

    /** Where a browser finds the pages. */
    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + token + "/";
    }

    private void handle(HttpExchange exchange) throws IOException {
        Answer answer = answer(exchange);
        try (exchange) {
            var headers = exchange.getResponseHeaders();
            headers.set("Content-Type", answer.type());
            headers.set("Cache-Control", "no-store");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("X-Frame-Options", "DENY");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        }
        answer.sent().run();
    }

    private Answer answer(HttpExchange exchange) {
        int port = server.getAddress().getPort();
        String host = exchange.getRequestHeaders().getFirst("Host");
        // A page elsewhere whose name leads here would come with that name.
        if (!("127.0.0.1:" + port).equals(host) && !("localhost:" + port).equals(host)) {
            return Answer.words(403, "");
        }
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        if (origin != null && !origin.equals("http://" + host)) {
            return Answer.words(403, "");
        }
        String[] parts = exchange.getRequestURI().getPath().split("/", 3);
        boolean known = parts.length == 3
                && MessageDigest.isEqual(
                        parts[1].getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
        if (!known) {
            return Answer.words(404, "");
        }
        try {
            return handler.answer(
                    exchange.getRequestMethod(),
                    parts[2],
                    exchange.getRequestURI().getRawQuery());
        } catch (InputException e) {
            return Answer.words(400, e.getMessage());
        } catch (IOException | RuntimeException e) {
            return Answer.words(500, "internal failure: " + e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdown();
    }
}
