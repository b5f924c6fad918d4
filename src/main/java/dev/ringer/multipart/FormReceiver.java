package dev.ringer.multipart;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.body.ContentPump;
import dev.ringer.internal.uploads.PrivateDirectory;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a form of the content that a {@link ContentPump} passes to it. Only a thread that may use the disk writes files:
 * on another thread, the parser pauses at the first content that belongs on the disk.
 */
abstract class FormReceiver implements ContentPump.Receiver<Form> {
    private final HttpExchange exchange;
    private final PrivateDirectory directory;
    private final MemoryLease lease;

    private FormReceiver(HttpExchange exchange, FormOptions options) {
        this.exchange = exchange;
        this.lease = new MemoryLease(options);
        this.directory = options.newDirectory();
    }

    /** Makes the receiver for the request of an exchange. */
    static FormReceiver of(HttpExchange exchange, FormOptions options) throws FormException {
        FormBody.expected(exchange, options);
        String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
        return ParameterReader.of(contentType).typeIs(UrlEncodedParser.CONTENT_TYPE)
                ? new UrlEncoded(exchange, options)
                : new Multipart(exchange, contentType, options);
    }

    final MemoryLease lease() {
        return lease;
    }

    final PrivateDirectory directory() {
        return directory;
    }

    @Override
    public final void beginWaiting() {
        lease.beginWaiting();
    }

    @Override
    public final void endWaiting() throws FormLimitException {
        lease.endWaiting();
    }

    @Override
    public final Form complete() throws IOException {
        List<FormEntry> entries = finish();
        lease.close();
        Tolerances.listIn(exchange, violations());
        return new Form(entries, violations(), directory);
    }

    /** Ends the parsing. Returns all entries of the form. */
    abstract List<FormEntry> finish() throws IOException;

    abstract List<FormViolation> violations();

    @Override
    public final void drop() {
        lease.close();
        directory.close();
    }

    private static final class UrlEncoded extends FormReceiver {
        private final UrlEncodedParser parser;

        UrlEncoded(HttpExchange exchange, FormOptions options) {
            super(exchange, options);
            parser = new UrlEncodedParser(options, lease());
        }

        @Override
        public int take(byte[] bytes, int offset, int length, boolean mayUseDisk) throws IOException {
            return parser.feed(bytes, offset, length);
        }

        @Override
        List<FormEntry> finish() throws IOException {
            parser.finish();
            return parser.fields();
        }

        @Override
        List<FormViolation> violations() {
            return parser.violations();
        }
    }

    private static final class Multipart extends FormReceiver implements PartSink {
        private final FormCollector collector;
        private final MultipartParser parser;
        private boolean onDisk; // whether the calling thread may use the disk

        Multipart(HttpExchange exchange, @Nullable String contentType, FormOptions options) throws FormException {
            super(exchange, options);
            collector = new FormCollector(options, directory(), lease());
            parser = new MultipartParser(contentType, options, this);
        }

        @Override
        public boolean needsDisk() {
            return collector.needsDisk();
        }

        @Override
        public int take(byte[] bytes, int offset, int length, boolean mayUseDisk) throws IOException {
            onDisk = mayUseDisk;
            collector.mayUseDisk(mayUseDisk);
            int used = parser.feed(bytes, offset, length);
            collector.detach();
            return used;
        }

        @Override
        public void onPartBegin(PartHeaders headers) throws IOException {
            collector.onPartBegin(headers);
        }

        @Override
        public void onPartData(byte[] bytes, int offset, int length) throws IOException {
            collector.onPartData(bytes, offset, length);
            if (!onDisk && collector.needsDisk()) {
                parser.pause();
            }
        }

        @Override
        public void onPartEnd() throws IOException {
            collector.onPartEnd();
        }

        @Override
        List<FormEntry> finish() throws IOException {
            collector.mayUseDisk(true);
            parser.finish();
            return collector.finish(parser.charset());
        }

        @Override
        List<FormViolation> violations() {
            return parser.violations();
        }
    }
}
