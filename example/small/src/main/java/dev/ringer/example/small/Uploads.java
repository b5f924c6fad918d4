package dev.ringer.example.small;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.RequestBody;
import dev.ringer.events.EventStream;
import dev.ringer.events.ServerSentEvent;
import dev.ringer.files.FileHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Uploads of any size, whose progress all open pages show. {@code POST /uploads} stores its body as a file, and
 * {@code /progress} is an event stream with the bytes received so far. However slow its client, an upload takes a thread
 * of the pool only while it writes what has arrived.
 */
public final class Uploads {
    private static final long MAX_BYTES = 1L << 30;

    private final Path folder;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Set<EventStream> pages = ConcurrentHashMap.newKeySet();

    /** Stores uploads in a folder. */
    public Uploads(Path folder) {
        this.folder = folder;
    }

    /** Writes one body to its file, buffer by buffer, and requests the next buffer when the last one is written. */
    private final class Upload implements Flow.Subscriber<ByteBuffer> {
        private final HttpExchange exchange;
        private final int number = numbers.incrementAndGet();
        private final Path file = folder.resolve(number + ".part");
        private final FileChannel channel;
        private Flow.Subscription subscription;
        private long received;

        Upload(HttpExchange exchange) throws IOException {
            this.exchange = exchange;
            this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }

        @Override
        public void onSubscribe(Flow.Subscription begun) {
            subscription = begun;
            begun.request(1);
        }

        @Override
        public void onNext(ByteBuffer content) {
            received += content.remaining();
            try {
                if (received > MAX_BYTES) {
                    subscription.cancel();
                    end(413, "at most " + MAX_BYTES + " bytes");
                    return;
                }
                while (content.hasRemaining()) {
                    channel.write(content);
                }
                tell("received");
                subscription.request(1);
            } catch (IOException e) {
                subscription.cancel();
                end(500, "the file could not be written");
            }
        }

        @Override
        public void onError(Throwable failure) {
            end(RequestBody.statusOf(failure), "the upload is incomplete");
        }

        @Override
        public void onComplete() {
            try {
                channel.close();
                Files.move(file, folder.resolve(String.valueOf(number)));
                tell("complete");
                end(201, "stored as " + number);
            } catch (IOException e) {
                end(500, "the file could not be stored");
            }
        }

        private void end(int status, String text) {
            try (exchange) {
                channel.close();
                if (Files.deleteIfExists(file)) {
                    tell("failed");
                }
                Answers.text(exchange, status, text);
            } catch (IOException gone) {
                // the client has left
            }
        }

        private void tell(String what) {
            ServerSentEvent event =
                    ServerSentEvent.of(what, "{\"upload\": " + number + ", \"bytes\": " + received + "}");
            pages.forEach(page -> page.trySend(event)); // a slow page misses some progress
        }
    }

    private void upload(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("POST")) {
            RequestBody.of(exchange).subscribe(new Upload(exchange));
        } else {
            try (exchange) {
                Answers.methodNotAllowed(exchange, "POST");
            }
        }
    }

    private void progress(HttpExchange exchange) throws IOException {
        EventStream page = EventStream.open(exchange);
        pages.add(page);
        page.onClose(() -> pages.remove(page));
    }

    /** Adds the service to a server. */
    public void addTo(HttpServer server) {
        server.createContext("/uploads", this::upload);
        server.createContext("/progress", this::progress);
    }

    /** Starts the service. The first argument is the port, the second the folder of its page. */
    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        new Uploads(Files.createTempDirectory("uploads")).addTo(server);
        server.createContext("/", FileHandler.of(Path.of(arguments[1])));
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
        System.out.printf("http://localhost:%d/%n", server.getAddress().getPort());
    }
}
