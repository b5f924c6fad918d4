package dev.ringer.files;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.files.ByteRanges.ByteRange;
import dev.ringer.files.FileStore.OpenFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers one request for a file. First this class evaluates the conditions, then the ranges. Then it opens the file,
 * and only then it sends anything. If something fails after that, this class throws an exception, and the server closes
 * the connection.
 *
 * @param exchange the exchange of a GET or HEAD request
 * @param store opens the file
 * @param file the file to send
 * @param varies whether a client with another Accept-Encoding might get another file
 * @param fields fields that the application adds to every answer
 */
record FileResponse(
        HttpExchange exchange, FileStore store, StoredFile file, boolean varies, Map<String, String> fields) {
    /**
     * Sends the answer.
     *
     * @param maxRanges the most ranges that a request may ask for
     * @return false if the file was just removed or replaced; then nothing was sent
     */
    boolean send(int maxRanges) throws IOException {
        List<ByteRange> ranges = rangesUnlessAnswered(maxRanges);
        if (ranges == null) {
            return true;
        }
        try (OpenFile open = store.open(file)) {
            if (open == null) {
                return false;
            }
            if (open.state() == file) {
                sendContent(ranges, open.content(), maxRanges);
            } else {
                new FileResponse(exchange, store, open.state(), varies, fields).sendAsOpened(open.content(), maxRanges);
            }
            return true;
        }
    }

    /** Sends a file that somebody is writing. The request's conditions and ranges apply to its state when opened. */
    private void sendAsOpened(FileContent content, int maxRanges) throws IOException {
        List<ByteRange> ranges = rangesUnlessAnswered(maxRanges);
        if (ranges != null) {
            sendContent(ranges, content, maxRanges);
        }
    }

    /**
     * Sends a 304, 412 or 416 if that is the answer, and returns null. Otherwise returns the ranges to send; an empty
     * list for the whole file.
     */
    private @Nullable List<ByteRange> rangesUnlessAnswered(int maxRanges) throws IOException {
        Headers request = exchange.getRequestHeaders();
        Conditions.Outcome outcome = Conditions.of(request, file);
        if (outcome == Conditions.Outcome.NOT_MODIFIED) {
            addValidators();
            Answers.empty(exchange, 304);
            return null;
        }
        if (outcome == Conditions.Outcome.FAILED) {
            Answers.status(exchange, 412);
            return null;
        }
        Optional<List<ByteRange>> ranges = ranges(request, maxRanges);
        if (ranges.isPresent() && ranges.get().isEmpty()) {
            exchange.getResponseHeaders().set("Content-Range", "bytes */" + file.size());
            Answers.status(exchange, 416);
            return null;
        }
        return ranges.orElse(List.of());
    }

    /**
     * Sends the whole file as the content of a response with an error status. Conditions and ranges do not apply to it
     * (RFC 9110, 13.2.1 and 14.2).
     *
     * @return false if the file cannot be read; then nothing was sent
     */
    boolean sendAsErrorPage(int status) throws IOException {
        try (OpenFile open = store.open(file)) {
            if (open == null) {
                return false;
            }
            fields.forEach(exchange.getResponseHeaders()::set);
            exchange.getResponseHeaders().set("Content-Type", file.labels().type());
            new FileResponse(exchange, store, open.state(), false, fields).sendWhole(status, open.content());
            return true;
        } catch (AccessDeniedException e) {
            return false;
        }
    }

    /**
     * Returns the ranges to send; empty for the whole file. {@code Range} is used only for GET, and only if
     * {@code If-Range} allows it (RFC 9110, 14.2).
     */
    private Optional<List<ByteRange>> ranges(Headers request, int maxRanges) {
        List<String> lines = request.get("Range");
        return lines == null || lines.size() != 1 || Answers.isHead(exchange) || !Conditions.rangesHold(request, file)
                ? Optional.empty()
                : ByteRanges.of(lines.get(0).strip(), file.size(), maxRanges);
    }

    private void sendContent(List<ByteRange> ranges, FileContent content, int maxRanges) throws IOException {
        addValidators();
        addDescription(maxRanges > 0);
        if (ranges.isEmpty()) {
            sendWhole(200, content);
        } else if (ranges.size() == 1) {
            sendRange(ranges.get(0), content);
        } else {
            sendRanges(new MultipartRanges(ranges, file.size(), file.labels().type()), content);
        }
    }

    /** Adds the fields that both a 200 and a 304 must have (RFC 9110, 15.4.5). */
    private void addValidators() {
        Headers response = exchange.getResponseHeaders();
        fields.forEach(response::set);
        if (file.entityTag() != null) {
            response.set("ETag", file.entityTag());
        }
        if (file.lastModified() != null) {
            response.set("Last-Modified", file.lastModified());
        }
        if (file.labels().cacheControl() != null) {
            response.set("Cache-Control", file.labels().cacheControl());
        }
        if (varies) {
            response.add("Vary", "Accept-Encoding");
        }
    }

    private void addDescription(boolean inRanges) {
        Headers response = exchange.getResponseHeaders();
        response.set("Content-Type", file.labels().type());
        response.set("Accept-Ranges", inRanges ? "bytes" : "none");
        if (file.labels().coding() != null) {
            response.set("Content-Encoding", file.labels().coding());
        }
    }

    private void sendWhole(int status, FileContent content) throws IOException {
        if (Answers.isHead(exchange)) {
            Answers.headOnly(exchange, status, file.size());
            return;
        }
        if (file.size() == 0) {
            exchange.getResponseHeaders().set("Content-Length", "0");
            Answers.empty(exchange, status);
            return;
        }
        sendRegion(status, 0, file.size(), content);
    }

    private void sendRange(ByteRange range, FileContent content) throws IOException {
        exchange.getResponseHeaders().set("Content-Range", MultipartRanges.contentRange(range, file.size()));
        sendRegion(206, range.first(), range.length(), content);
    }

    private void sendRegion(int status, long position, long count, FileContent content) throws IOException {
        exchange.sendResponseHeaders(status, count);
        OutputStream body = exchange.getResponseBody();
        content.sendLast(position, count, body);
        body.close();
    }

    private void sendRanges(MultipartRanges parts, FileContent content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", parts.contentType());
        exchange.sendResponseHeaders(206, parts.length());
        OutputStream body = exchange.getResponseBody();
        parts.send(content, body);
        body.close();
    }
}
