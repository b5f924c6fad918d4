package bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.multipart.Form;
import dev.ringer.multipart.FormOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Adds a path that receives forms without holding a thread. SpiApp loads this class by name. */
public final class RingerForms implements Consumer<HttpServer> {
    private static final long LARGEST = 1 << 30;
    private static final FormOptions OPTIONS = FormOptions.builder()
            .maxFileBytes(LARGEST)
            .maxTotalBytes(LARGEST)
            .maxDiskBytesOfAll(LARGEST)
            .build();

    @Override
    public void accept(HttpServer server) {
        server.createContext("/ringer-form", ex -> Form.receive(ex, OPTIONS).whenComplete((form, failure) -> {
            try (form) {
                if (failure == null) {
                    byte[] files = Integer.toString(form.files().size()).getBytes(StandardCharsets.US_ASCII);
                    ex.sendResponseHeaders(200, files.length);
                    ex.getResponseBody().write(files);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                ex.close();
            }
        }));
    }
}
