import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Counts the classes and methods of Ringer that a POST of 10 KB enters, on a fixed pool, over HTTP/1.1 and HTTP/2. Also
 * counts reads from the socket, and the turns of the event loop that have something to do: before a stint ends, it may
 * wait in several more turns for a further request. A second JVM runs the server and its client; this one traces it with
 * the JDK's debug interface. Needs a JDK, and nothing else:
 *
 * <pre>
 *   java --add-modules jdk.jdi src/test/scripts/Trace.java target/classes [list]
 * </pre>
 */
public final class Trace {
    private static final int WARM_UP = 50;
    private static final int LENGTH = 10_240;
    private static final String READ = "dev.ringer.internal.transport.SocketConnection.read(Ljava/nio/ByteBuffer;)I";
    private static final String TURN = "dev.ringer.internal.transport.EventLoop.turn()Z";
    private static final String EVENT =
            "dev.ringer.internal.transport.EventLoop.notifySelected(Ljava/nio/channels/SelectionKey;)V";
    private static final String TASK = "dev.ringer.internal.transport.LoopTasks.run(Ljava/lang/Runnable;)V";

    private Trace() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("serve")) {
            serve(arguments[1].equals("http2"));
            return;
        }
        for (String protocol : List.of("http1", "http2")) {
            Traced traced = trace(arguments[0], protocol);
            Map<String, Integer> methods = traced.methods;
            TreeSet<String> classes = new TreeSet<>();
            methods.keySet().forEach(each -> classes.add(each.substring(0, each.lastIndexOf('.', each.indexOf('(')))));
            System.out.printf(
                    "%s: %d classes, %d methods, %d reads, %d turns%n",
                    protocol,
                    classes.size(),
                    methods.size(),
                    methods.getOrDefault(READ, 0),
                    traced.turns);
            if (arguments.length > 1) {
                classes.forEach(each -> System.out.println("  " + each));
            }
        }
    }

    // ---- the tracing JVM

    /** What one request enters. */
    private static final class Traced {
        final Map<String, Integer> methods = new TreeMap<>(); // the methods of Ringer, each with the number of its calls
        int turns; // turns of the loop in which it handles an event or a task
        private boolean turnBegan = true; // when the request comes, the loop waits for it in a turn

        void enter(String method) {
            methods.merge(method, 1, Integer::sum);
            if (method.equals(TURN)) {
                turnBegan = true;
            } else if (turnBegan && (method.equals(EVENT) || method.equals(TASK))) {
                turnBegan = false;
                turns++;
            }
        }
    }

    private static Traced trace(String classPath, String protocol) throws Exception {
        LaunchingConnector launcher = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> options = launcher.defaultArguments();
        options.get("options").setValue("-cp " + classPath + " -Dringer.http2=on --add-modules jdk.jdi");
        options.get("main").setValue("src/test/scripts/Trace.java serve " + protocol);
        VirtualMachine machine = launcher.launch(options);
        pass(machine.process().getErrorStream());
        pass(machine.process().getInputStream());
        MethodEntryRequest marks = machine.eventRequestManager().createMethodEntryRequest();
        marks.addClassFilter("Trace$Marks");
        marks.setSuspendPolicy(EventRequest.SUSPEND_ALL);
        marks.enable();
        MethodEntryRequest calls = machine.eventRequestManager().createMethodEntryRequest();
        calls.addClassFilter("dev.ringer.*");
        calls.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        Traced traced = new Traced();
        while (true) {
            EventSet events = machine.eventQueue().remove();
            for (Event event : events) {
                if (event instanceof MethodEntryEvent entry) {
                    String type = entry.method().declaringType().name();
                    if (type.equals("Trace$Marks")) {
                        calls.setEnabled(entry.method().name().equals("begin"));
                    } else if (!type.contains("$$")) {
                        traced.enter(type + "." + entry.method().name()
                                + entry.method().signature());
                    }
                } else if (event instanceof VMDisconnectEvent) {
                    return traced;
                }
            }
            events.resume();
        }
    }

    private static void pass(InputStream from) {
        Thread thread = new Thread(() -> {
            try {
                from.transferTo(System.err);
            } catch (IOException ignored) {
                // the server has ended
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    // ---- the traced JVM

    /** The tracer counts calls between these two. */
    static final class Marks {
        private Marks() {}

        static void begin() {}

        static void end() {}
    }

    private static void serve(boolean http2) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        if (!server.getClass().getName().startsWith("dev.ringer")) {
            throw new IllegalStateException("not Ringer: " + server.getClass());
        }
        server.setExecutor(pool);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            byte[] answer = Integer.toString(body.length).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, answer.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(answer);
            }
        });
        server.start();
        try (Socket socket =
                new Socket(server.getAddress().getAddress(), server.getAddress().getPort())) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            if (http2) {
                socket.getOutputStream().write(preface());
            }
            for (int i = 0; i <= WARM_UP; i++) {
                byte[] request = http2 ? request2(2 * i + 1) : request1();
                if (i == WARM_UP) {
                    Thread.sleep(3000); // until nothing else is in progress, so all calls are those of one request
                    Marks.begin();
                }
                socket.getOutputStream().write(request);
                if (http2) {
                    readResponse2(in, 2 * i + 1);
                } else {
                    readResponse1(in);
                }
                Thread.sleep(i == WARM_UP ? 300 : 2); // what the server does after its response counts, too
            }
            Marks.end();
        }
        server.stop(0);
        pool.shutdown();
    }

    private static byte[] request1() {
        String head = "POST /upload HTTP/1.1\r\nHost: localhost\r\nUser-Agent: trace\r\nAccept: */*\r\n"
                + "Content-Type: application/octet-stream\r\nContent-Length: " + LENGTH + "\r\n\r\n";
        return (head + "x".repeat(LENGTH)).getBytes(StandardCharsets.US_ASCII);
    }

    private static void readResponse1(DataInputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        in.readFully(new byte[Integer.toString(LENGTH).length()]);
    }

    private static byte[] preface() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(out, 4, 0, 0, new byte[0]);
        return out.toByteArray();
    }

    private static byte[] request2(int stream) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(0x83); // :method POST
        block.write(0x86); // :scheme http
        literal(block, 4, "/upload"); // :path
        literal(block, 1, "localhost"); // :authority
        literal(block, 28, Integer.toString(LENGTH)); // content-length
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frame(out, 1, 4, stream, block.toByteArray());
        frame(out, 0, 1, stream, new byte[LENGTH]);
        return out.toByteArray();
    }

    /** Writes a field line without indexing (RFC 7541, 6.2.2), whose name is in the static table. */
    private static void literal(ByteArrayOutputStream out, int name, String value) {
        if (name < 15) {
            out.write(name);
        } else {
            out.write(15);
            out.write(name - 15);
        }
        out.write(value.length());
        out.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    private static void frame(ByteArrayOutputStream out, int type, int flags, int stream, byte[] payload) {
        out.write(payload.length >> 16);
        out.write(payload.length >> 8);
        out.write(payload.length);
        out.write(type);
        out.write(flags);
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.write(stream >> shift);
        }
        out.writeBytes(payload);
    }

    private static void readResponse2(DataInputStream in, int stream) throws IOException {
        boolean ended = false;
        while (!ended) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int of = in.readInt();
            in.readFully(new byte[length]);
            ended = of == stream && type <= 1 && (flags & 1) != 0;
        }
    }
}
