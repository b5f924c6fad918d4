package dev.ringer.multipart;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.body.ContentPump;
import dev.ringer.internal.exchange.RequestBodyStream;
import dev.ringer.internal.uploads.PrivateDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A form that has been read completely, with its fields as strings and its files. Files that are larger than
 * {@link FormOptions#fileThresholdBytes()} are in a private directory, and smaller ones in memory.
 *
 * <pre>{@code
 * try (Form form = Form.read(exchange)) {
 *     String title = form.text("title");
 *     form.file("picture").moveTo(pictures.resolve(newId()));
 *     exchange.sendResponseHeaders(204, -1);
 * } catch (FormException e) {
 *     exchange.sendResponseHeaders(e.status(), -1);
 * }
 * }</pre>
 *
 * <p>Closing a form deletes the files that the application hasn't moved. If a form is refused, no files are left
 * behind. A form cannot be modified, so several threads may read it. All limits of the {@link FormOptions} apply.
 *
 * @since 0.1.0
 */
public final class Form implements Closeable {
    private static final int FEW = 16;

    private final List<FormEntry> entries;
    private final List<FormViolation> violations;
    private final PrivateDirectory directory;
    /**
     * The entries by name; null if the form has only a few entries, because then a search through all of them is
     * faster.
     */
    private final @Nullable Map<String, List<FormEntry>> byName;

    Form(List<FormEntry> entries, List<FormViolation> violations, PrivateDirectory directory) {
        this.entries = Collections.unmodifiableList(entries);
        this.violations = violations;
        this.directory = directory;
        this.byName = entries.size() > FEW ? byName(entries) : null;
    }

    private static Map<String, List<FormEntry>> byName(List<FormEntry> entries) {
        Map<String, List<FormEntry>> byName = new HashMap<>();
        for (FormEntry entry : entries) {
            byName.computeIfAbsent(entry.name(), any -> new ArrayList<>(1)).add(entry);
        }
        return byName;
    }

    /**
     * Reads the body of a request to its end, with the default options.
     *
     * @param exchange the exchange of the request
     * @return the form; the caller must close it
     * @throws FormException if the form is refused, the request's content type is neither {@code multipart/form-data}
     *     nor {@code application/x-www-form-urlencoded}, or the body has a content encoding
     * @throws IOException if the body cannot be read, or a file cannot be written
     */
    public static Form read(HttpExchange exchange) throws IOException {
        return read(exchange, FormOptions.defaults());
    }

    /**
     * Reads the body of a request to its end. The attribute {@value FormViolation#ATTRIBUTE} of the exchange then lists
     * the tolerated violations.
     *
     * @param exchange the exchange of the request
     * @param options the rules and limits for the form
     * @return the form; the caller must close it
     * @throws FormException if the form is refused, the request's content type is neither {@code multipart/form-data}
     *     nor {@code application/x-www-form-urlencoded}, or the body has a content encoding
     * @throws IOException if the body cannot be read, or a file cannot be written
     */
    public static Form read(HttpExchange exchange, FormOptions options) throws IOException {
        long expected = FormBody.expected(exchange, options);
        String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
        try (MemoryLease lease = new MemoryLease(options)) {
            return read(
                    new FormBody(exchange.getRequestBody(), expected, lease), contentType, options, lease, exchange);
        }
    }

    /**
     * Receives the body of a request without a thread that waits for the client, with the default options.
     *
     * @param exchange the exchange of the request, which stays open until the application closes it
     * @return completes as {@link #receive(HttpExchange, FormOptions)} says
     * @throws IllegalStateException if a method of Ringer is receiving the body of this request already
     */
    public static CompletionStage<Form> receive(HttpExchange exchange) {
        return receive(exchange, FormOptions.defaults());
    }

    /**
     * Receives the body of a request without a thread that waits for the client. The handler returns, and answers when
     * the stage completes:
     *
     * <pre>
     *     Form.receive(exchange).whenComplete((form, failure) -&gt; {
     *         try (exchange; form) {
     *             int status = failure != null ? RequestBody.statusOf(failure) : store(form) ? 201 : 500;
     *             exchange.sendResponseHeaders(status, -1);
     *         } catch (IOException gone) {
     *             // the client has left
     *         }
     *     });
     * </pre>
     *
     * <p>Always close the exchange, as this example does even if {@code store} throws. A stage swallows what its actions
     * throw, and nothing is logged. An exchange that nobody closes stays open and counts towards
     * {@code ringer.maxExchanges}, on HTTP/1.1 even after its client has left. In an action after {@code thenApply} or
     * another dependent stage, {@code failure} is a {@link java.util.concurrent.CompletionException}, and
     * {@code statusOf} looks at its cause.
     *
     * <p>The event loop feeds the parser, and files go to memory or to the disk as they do with {@link #read}, but no
     * event loop waits for the disk. The stage completes where handlers run: on the server's executor, or without one on
     * the thread that runs handlers. What is here already is read on the calling thread, so the stage may be complete
     * when this method returns. Never block the handler until the stage completes: the completion may need that very
     * thread. All limits and time limits apply as to {@code read}. If the application completes or
     * cancels the stage itself, the form is dropped.
     *
     * <p>On other providers than Ringer, and if a filter has replaced the request body, a thread waits for each form, a
     * virtual one if the JDK has them. If the server has no executor, that thread also completes the stage.
     *
     * @param exchange the exchange of the request, which stays open until the application closes it. Before the stage
     *     completes, sets the attribute {@value FormViolation#ATTRIBUTE} to a list of the tolerated violations
     * @param options the rules and limits for the form
     * @return completes with the form, which the application must close; exceptionally with the exceptions that
     *     {@link #read(HttpExchange, FormOptions)} throws. Then nothing is left on the disk
     * @throws IllegalStateException if a method of Ringer is receiving the body of this request already
     */
    public static CompletionStage<Form> receive(HttpExchange exchange, FormOptions options) {
        FormReceiver receiver;
        try {
            receiver = FormReceiver.of(exchange, options);
        } catch (FormException refused) {
            return CompletableFuture.failedFuture(refused);
        }
        return ContentPump.receive(RequestBodyStream.contentOf(exchange), receiver, UnaryOperator.identity());
    }

    /**
     * Reads a form from a stream, to its end.
     *
     * @param in the body, which ends where the stream ends; this method does not close it
     * @param contentType the content type of the body
     * @param options the rules and limits for the form
     * @return the form; the caller must close it
     * @throws FormException if the form is refused, or the content type is neither {@code multipart/form-data} nor
     *     {@code application/x-www-form-urlencoded}
     * @throws IOException if the stream cannot be read, or a file cannot be written
     */
    public static Form read(InputStream in, String contentType, FormOptions options) throws IOException {
        try (MemoryLease lease = new MemoryLease(options)) {
            return read(FormBody.of(in, lease), contentType, options, lease, null);
        }
    }

    private static Form read(
            FormBody body,
            @Nullable String contentType,
            FormOptions options,
            MemoryLease lease,
            @Nullable HttpExchange exchange)
            throws IOException {
        PrivateDirectory directory = options.newDirectory();
        try {
            Form form = ParameterReader.of(contentType).typeIs(UrlEncodedParser.CONTENT_TYPE)
                    ? readUrlEncoded(body, new UrlEncodedParser(options, lease), directory)
                    : readMultipart(
                            body, contentType, options, new FormCollector(options, directory, lease), directory);
            if (exchange != null) {
                Tolerances.listIn(exchange, form.violations);
            }
            return form;
        } catch (IOException | RuntimeException | Error e) {
            directory.close();
            throw e;
        }
    }

    private static Form readUrlEncoded(FormBody body, UrlEncodedParser parser, PrivateDirectory directory)
            throws IOException {
        while (body.feed(parser)) {
            // nothing to do here: the parser stores the fields
        }
        parser.finish();
        return new Form(parser.fields(), parser.violations(), directory);
    }

    private static Form readMultipart(
            FormBody body,
            @Nullable String contentType,
            FormOptions options,
            FormCollector collector,
            PrivateDirectory directory)
            throws IOException {
        MultipartParser parser = new MultipartParser(contentType, options, collector);
        while (body.feed(parser)) {
            collector.detach();
        }
        parser.finish();
        return new Form(collector.finish(parser.charset()), parser.violations(), directory);
    }

    /**
     * Reads the query of a URI, with the default options.
     *
     * @param rawQuery the query as {@link java.net.URI#getRawQuery()} returns it, or null for none
     * @return the form; it need not be closed
     * @throws FormException if the query is refused
     */
    public static Form ofQuery(@Nullable String rawQuery) throws FormException {
        return ofQuery(rawQuery, FormOptions.defaults());
    }

    /**
     * Reads the query of a URI.
     *
     * @param rawQuery the query as {@link java.net.URI#getRawQuery()} returns it, or null for none
     * @param options the rules and limits for the form
     * @return the form; it need not be closed
     * @throws FormException if the query is refused
     */
    public static Form ofQuery(@Nullable String rawQuery, FormOptions options) throws FormException {
        byte[] bytes = rawQuery == null ? new byte[0] : rawQuery.getBytes(StandardCharsets.UTF_8);
        try (MemoryLease lease = new MemoryLease(options)) {
            UrlEncodedParser parser = new UrlEncodedParser(options, lease);
            parser.feed(bytes, 0, bytes.length);
            parser.finish();
            return new Form(parser.fields(), parser.violations(), options.newDirectory());
        }
    }

    /**
     * {@return the text of the first field with this name; null if no field has this name}
     *
     * @param name the name of the field
     */
    public @Nullable String text(String name) {
        for (FormEntry entry : candidates(name)) {
            if (entry instanceof FormField field && field.name().equals(name)) {
                return field.text();
            }
        }
        return null;
    }

    /**
     * {@return the texts of all fields with this name, in the order of the form}
     *
     * @param name the name of the fields
     */
    public List<String> texts(String name) {
        return named(name, FormField.class).map(FormField::text).toList();
    }

    /**
     * {@return the first file with this name; null if no file has this name}
     *
     * @param name the name of the form field, not of the file
     */
    public @Nullable FormFile file(String name) {
        for (FormEntry entry : candidates(name)) {
            if (entry instanceof FormFile file && file.name().equals(name)) {
                return file;
            }
        }
        return null;
    }

    /**
     * {@return all files with this name, in the order of the form}
     *
     * @param name the name of the form field, not of the files
     */
    public List<FormFile> files(String name) {
        return named(name, FormFile.class).toList();
    }

    /** {@return all files of the form, in the order of the form} */
    public List<FormFile> files() {
        return entries.stream()
                .filter(FormFile.class::isInstance)
                .map(FormFile.class::cast)
                .toList();
    }

    private <T extends FormEntry> Stream<T> named(String name, Class<T> type) {
        return candidates(name).stream()
                .filter(entry -> type.isInstance(entry) && entry.name().equals(name))
                .map(type::cast);
    }

    private List<FormEntry> candidates(String name) {
        return byName == null ? entries : byName.getOrDefault(name, List.of());
    }

    /** {@return the names of all fields and files, each once, in the order of the form} */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        entries.forEach(entry -> names.add(entry.name()));
        return Collections.unmodifiableSet(names);
    }

    /** {@return all fields and files, in the order of the form} */
    public List<FormEntry> entries() {
        return entries;
    }

    /**
     * {@return the violations that were tolerated in this form, each once, in the order found; empty in the mode
     * {@link FormCompliance#RFC7578}}
     */
    public List<FormViolation> violations() {
        return violations;
    }

    /**
     * Deletes the files that the application has not moved, and their directory when no other form is open. A file that
     * cannot be deleted, for example because on Windows another program has it open, is deleted after a later form, or
     * by another process that reads forms.
     */
    @Override
    public void close() {
        directory.close();
    }
}
