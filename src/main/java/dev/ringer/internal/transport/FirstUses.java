package dev.ringer.internal.transport;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.ZonedDateTime;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/**
 * Uses once what a server otherwise uses for the first time when no memory, stack or file descriptor is left. If the
 * static initialiser of a class fails, the class stays broken until the JVM ends. Without this, the first log message at
 * the limit of descriptors would break the log and the time zones of the whole program.
 *
 * <p>All this takes about 40 ms of processor time, and with TLS 200 ms. So it does not happen when a server starts, but
 * a moment later on its own thread, or at once when a server has more than a few connections. It happens once in a JVM.
 * Thread-safe.
 */
public final class FirstUses {
    /** Classes of Ringer with static initialisers that any request may need, with the package in front. */
    static final String[] CLASSES = {
        "headers: CompactHeaderMap",
        "internal.bytes: BufferPool BufferedMemory BufferedMemory$Candidate ClientMemory TokenScan WordScan",
        "internal.descriptors: OpenFiles",
        "internal.exchange: BothWays ClientFault ContextTable$1 DisconnectActions ExchangeLimit ExchangeListener "
                + "RequestBodyStream ResponseBodyStream ResponseBodyStream$1 ResponseBodyStream$State "
                + "StreamSource$AfterStop",
        "internal.http: ReasonPhrases TraceParent TrailerRule Violation",
        "internal.http1: ConnectionOutput DueOutput$Result ErrorPage Http1Connection$1 "
                + "Http1Connection$Phase Http1Stream Lending OutputBuffer RequestBody "
                + "RequestBody$Progress",
        "internal.http1.codec: ChunkDecoder$1 ChunkDecoder$State FieldLineParser FieldLineParser$1 "
                + "FieldLineParser$State FrequentValues Http1RequestHead RequestLineParser RequestLineParser$1 "
                + "RequestLineParser$State ResponseHeadWriter ResponseHeadWriter$1 ResponseHeadWriter$Framing "
                + "TrailerSection$1",
        "internal.names: FieldLines KnownName KnownNames NormalNames",
        "internal.observe: FailureLog Limit ServerLog Traffic",
        "internal.protocol: FileThreads FileThreads$Pool GatheredOutput HandlerPace LingeringClose Protocol "
                + "QueuedOutput ShedAnswer",
        "internal.threads: VirtualThreads",
        "internal.time: HttpDate LimitClock NanoClock TimeLimit",
        "internal.transport: Acceptor EventLoop ListeningSockets LoopDrain LoopTasks "
                + "SocketConnection StandIn StandIn$Watch"
    };

    private static volatile boolean begun;
    private static volatile boolean tls; // whether a server of this JVM serves TLS

    // guarded by the monitor of this class
    private static boolean done;
    private static boolean tlsDone;

    private FirstUses() {}

    /** Adds what TLS connections need. Called before a server with TLS starts. */
    public static void addTls() {
        if (!tls) {
            tls = true;
            begun = false;
        }
    }

    /** Begins on another thread, unless this has happened before. */
    static void begin() {
        if (begun) {
            return;
        }
        begun = true;
        try {
            // the last argument keeps the thread from inheriting thread-locals
            Thread thread = new Thread(null, new Task(), "Ringer-first-uses", 0, false);
            thread.setDaemon(true);
            thread.start();
        } catch (OutOfMemoryError ignored) { // no thread can be created
            begun = false;
        }
    }

    private static final class Task implements Runnable {
        @Override
        public void run() {
            complete();
        }
    }

    /** Returns when everything has been used. If something fails, the next call tries again. */
    static synchronized void complete() {
        try {
            if (!done) {
                useTimeZones();
                ByteBuffer.allocateDirect(1);
                useClasses();
                done = true;
            }
            if (tls && !tlsDone) {
                useTls();
                tlsDone = true;
            }
        } catch (Throwable ignored) { // no memory or file descriptor is left already
        }
    }

    /** Formats a time like a log record does. This reads the files of the JDK with time zones and names of months. */
    private static void useTimeZones() {
        String unused = String.format("%1$tb %1$tp %1$tZ", ZonedDateTime.now());
    }

    private static void useClasses() {
        ClassLoader loader = FirstUses.class.getClassLoader();
        for (String classes : CLASSES) {
            int end = classes.indexOf(':');
            for (String name : classes.substring(end + 2).split(" ")) {
                try {
                    Class.forName("dev.ringer." + classes.substring(0, end) + '.' + name, true, loader);
                } catch (ClassNotFoundException ignored) { // in a native image, which has initialised its classes
                }
            }
        }
    }

    /** Lets two engines of the JDK begin a handshake, which fails, because the server has no certificate. */
    private static void useTls() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[0], new TrustManager[0], null);
        SSLEngine client = context.createSSLEngine("localhost", 443);
        client.setUseClientMode(true);
        SSLEngine server = context.createSSLEngine();
        server.setUseClientMode(false);
        ByteBuffer hello = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        try {
            client.wrap(ByteBuffer.allocate(0), hello);
            server.unwrap(hello.flip(), ByteBuffer.allocate(server.getSession().getApplicationBufferSize()));
            for (Runnable task; (task = server.getDelegatedTask()) != null; ) {
                task.run();
            }
            server.wrap(ByteBuffer.allocate(0), hello.clear());
        } catch (SSLException ignored) { // as expected
        }
    }
}
