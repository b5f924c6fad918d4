package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.SystemProperties;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests forms on exchanges, whichever provider creates the server. */
class FormExchangeTest {
    private static final String FORM_DATA = "Content-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n";

    private final CompletableFuture<Object> seen = new CompletableFuture<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        try (SystemProperties ignored = SystemProperties.none()) {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        }
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** Adds a handler of forms. A refused form is answered with the status of its exception. */
    private void handle(String path, HttpHandler handler) {
        server.createContext(path, exchange -> {
            try (exchange) {
                answer(exchange, handler, path);
            }
        });
    }

    private static void answer(HttpExchange exchange, HttpHandler handler, String text) throws IOException {
        try {
            handler.handle(exchange);
            answer(exchange, 200, text);
        } catch (FormException e) {
            answer(exchange, e.status(), e.getMessage());
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private Socket connect() throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static String head(String path, long length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + Bodies.TYPE + "\r\nContent-Length: "
                + length + "\r\n\r\n";
    }

    private static void send(Socket socket, String path, byte[] body) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(Bodies.latin(head(path, body.length)));
        out.write(body);
        out.flush();
    }

    /** Reads a response with a Content-Length. Returns "status body", or an empty string at the connection's end. */
    private static String receive(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int value = in.read();
            if (value < 0) {
                return head.toString();
            }
            head.append((char) value);
        }
        String length = head.toString().replaceAll("(?is).*\r\nContent-Length: *(\\d+).*", "$1");
        return head.substring(9, 12) + " "
                + new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
    }

    @Test
    void listsTolerancesInTheExchange() throws Exception {
        FormOptions legacy =
                FormOptions.builder().compliance(FormCompliance.LEGACY).build();
        handle("/form", exchange -> {
            Form.read(exchange, legacy).close();
            seen.complete(exchange.getAttribute(FormViolation.ATTRIBUTE));
        });

        try (Socket socket = connect()) {
            send(socket, "/form", Bodies.latin("--B\n" + FORM_DATA + "\r\nx\r\n--B"));

            assertThat(receive(socket)).isEqualTo("200 /form");
        }
        assertThat(seen.get(10, TimeUnit.SECONDS))
                .isEqualTo(List.of(FormViolation.LF_LINE_END.listed(), FormViolation.CLOSE_WITHOUT_DASHES.listed()));
    }

    @Test
    void listsTolerancesWhileTheFormIsBeingRead() throws Exception {
        FormOptions legacy =
                FormOptions.builder().compliance(FormCompliance.LEGACY).build();
        handle("/form", exchange -> {
            FormReader.of(exchange, legacy).next();
            seen.complete(exchange.getAttribute(FormViolation.ATTRIBUTE));
        });

        try (Socket socket = connect()) {
            send(socket, "/form", Bodies.latin("--B\n" + FORM_DATA + "\r\nx\r\n--B--"));

            assertThat(receive(socket)).isEqualTo("200 /form");
        }
        assertThat(seen.get(10, TimeUnit.SECONDS)).isEqualTo(List.of(FormViolation.LF_LINE_END.listed()));
    }

    @Test
    void refusesAnAnnouncedLengthBeforeTheBodyCame() throws Exception {
        FormOptions small = FormOptions.builder().maxTotalBytes(1000).build();
        handle("/reader", exchange -> FormReader.of(exchange, small));
        handle("/form", exchange -> Form.read(exchange, small).close());

        for (String path : List.of("/reader", "/form")) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(Bodies.latin(head(path, 1001)));
                // the server may wait for the whole body before it completes its response, but not for more
                socket.getOutputStream().write(new byte[1001]);

                assertThat(receive(socket))
                        .isEqualTo("413 The form is too large (limit: 1000 bytes, set by maxTotalBytes)");
            }
        }
    }

    @Test
    void keepsTheConnectionWhenAllOfTheFormWasRead() throws Exception {
        handle("/form", exchange -> Form.read(exchange).close());
        handle("/reader", exchange -> {
            FormReader reader = FormReader.of(exchange);
            while (reader.next() != null) {
                // skips the content
            }
        });

        try (Socket socket = connect()) {
            for (String path : List.of("/form", "/reader", "/form", "/reader")) {
                send(socket, path, Bodies.latin("--B\r\n" + FORM_DATA + "\r\nx\r\n--B--\r\nand an epilogue"));

                assertThat(receive(socket)).isEqualTo("200 " + path);
            }
        }
    }

    /** Checks that unread content is never read as a request: the server skips it or closes the connection. */
    @Test
    void leavesTheConnectionRightWhenTheHandlerStopsHalfWay() throws Exception {
        handle("/half", exchange -> {
            FormPart part = FormReader.of(exchange).next();
            part.stream().readNBytes(100);
        });
        handle("/form", exchange -> Form.read(exchange).close());
        String hidden = "\r\nPOST /hidden HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";

        for (int repeat : new int[] {1, 20, 500}) {
            byte[] body = Bodies.part(FORM_DATA, hidden.repeat(repeat));
            try (Socket socket = connect()) {
                send(socket, "/half", body);
                assertThat(receive(socket)).isEqualTo("200 /half");

                assertThat(next(socket, body)).isIn("200 /form", "");
            }
        }
    }

    private static String next(Socket socket, byte[] body) {
        try {
            send(socket, "/form", body);
            return receive(socket);
        } catch (IOException ended) {
            // the server closed the connection and did not read the rest
            return "";
        }
    }
}
