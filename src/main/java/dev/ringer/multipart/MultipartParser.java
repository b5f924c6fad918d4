package dev.ringer.multipart;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parses the body of a {@code multipart/form-data} form, and passes its parts to a {@link PartSink}. The body may come
 * in pieces of any size. The parser never blocks and copies no content, and its time is proportional to the number of
 * bytes, even for hostile bodies.
 *
 * <pre>{@code
 * MultipartParser parser = new MultipartParser(contentType, FormOptions.defaults(), sink);
 * for (int length; (length = in.read(bytes)) >= 0; ) {
 *     parser.feed(bytes, 0, length);
 * }
 * parser.finish();                    // throws if the form is incomplete
 * }</pre>
 *
 * <p>Its states:
 *
 * <pre>
 *     PREAMBLE ──boundary──► AFTER_BOUNDARY ──line end──► HEAD ──empty line──► CONTENT ─┐
 *                              ▲   │                                                    │
 *                              │   └──"--"──► AFTER_CLOSE ──line end──► EPILOGUE        │
 *                              └────────────────────boundary────────────────────────────┘
 * </pre>
 *
 * <p>After any method has thrown an exception, the parser accepts no more bytes. From one piece to the next, it retains
 * only the headers of the current part, and less content than the length of a delimiter. The limits of the
 * {@link FormOptions} apply, except those that are only for {@link Form}. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class MultipartParser implements FormBody.Parser {
    private enum State {
        PREAMBLE,
        AFTER_BOUNDARY,
        SECOND_DASH,
        LINE_END,
        LINE_FEED,
        HEAD,
        CONTENT,
        AFTER_CLOSE,
        CLOSE_LINE_FEED,
        EPILOGUE,
        FINISHED,
        BROKEN
    }

    private final FormOptions options;
    private final Tolerances tolerances;
    private final PreambleReader preamble;
    private final HeadReader head;
    private final ContentReader reader;
    private final PartContent content;

    private State state = State.PREAMBLE;
    private boolean paused;
    private int parts;
    private long total;

    /**
     * Makes a parser for one form.
     *
     * @param contentType the content type of the body: {@code multipart/form-data} with a boundary
     * @param options the rules and limits for the form
     * @param sink receives the parts
     * @throws FormException if the content type is not {@code multipart/form-data}, or its boundary breaks a rule
     */
    public MultipartParser(@Nullable String contentType, FormOptions options, PartSink sink) throws FormException {
        this.options = options;
        this.tolerances = new Tolerances(options.compliance());
        String boundary = Boundary.of(contentType, tolerances);
        byte[] delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.preamble = new PreambleReader(delimiter, tolerances);
        this.head = new HeadReader(options, tolerances);
        this.content = new PartContent(options, tolerances, Objects.requireNonNull(sink, "sink"));
        this.reader = new ContentReader(delimiter, tolerances);
    }

    /**
     * Parses the next bytes of the body. The parser neither changes nor retains the array.
     *
     * @param bytes the array with the bytes
     * @param offset the index of the first byte
     * @param length the number of bytes
     * @return the number of bytes that were consumed: all, unless the sink has {@linkplain #pause() paused} the parser
     * @throws FormException if the form is refused
     * @throws IOException if the sink throws it
     * @throws IllegalStateException if {@link #finish()} was called, or if a method has thrown an exception before
     */
    @Override
    public int feed(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (state == State.FINISHED || state == State.BROKEN) {
            throw new IllegalStateException(
                    state == State.FINISHED
                            ? "The form has already ended; use a new parser for each form"
                            : "The parser has already failed; use a new parser for each form");
        }
        State failed = State.BROKEN;
        int index = offset;
        int to = offset + length;
        try {
            if (total + length > FormOptions.bound(options.maxTotalBytes())) {
                throw new FormLimitException(FormLimit.TOTAL_BYTES, options);
            }
            paused = false;
            while (index < to && !paused) {
                index = resume(bytes, index, to);
            }
            failed = state;
        } finally {
            state = failed;
        }
        total += index - offset;
        return index - offset;
    }

    private int resume(byte[] bytes, int from, int to) throws IOException {
        byte value = bytes[from];
        return switch (state) {
            case PREAMBLE -> resumePreamble(bytes, from, to);
            case AFTER_BOUNDARY -> onAfterBoundary(value, from);
            case SECOND_DASH -> onSecondDash(value, from);
            case LINE_END -> onLineEnd(value, from);
            case LINE_FEED -> onBoundaryLineFeed(value, from);
            case HEAD -> resumeHead(bytes, from, to);
            case CONTENT -> resumeContent(bytes, from, to);
            case AFTER_CLOSE -> onAfterClose(value, from);
            case CLOSE_LINE_FEED -> onLineFeed(value, from, State.EPILOGUE);
            case EPILOGUE, FINISHED, BROKEN -> to;
        };
    }

    private int resumePreamble(byte[] bytes, int from, int to) throws FormException {
        int index = preamble.resume(bytes, from, to);
        if (preamble.found()) {
            state = State.AFTER_BOUNDARY;
        }
        return index;
    }

    private int onAfterBoundary(byte value, int index) {
        state = value == '-' ? State.SECOND_DASH : State.LINE_END;
        return value == '-' ? index + 1 : index;
    }

    private int onSecondDash(byte value, int index) throws FormException {
        if (value != '-') {
            throw new FormViolationException(FormViolation.TEXT_AFTER_BOUNDARY);
        }
        state = State.AFTER_CLOSE;
        return index + 1;
    }

    private int onLineEnd(byte value, int index) throws FormException {
        if (value == '\r') {
            state = State.LINE_FEED;
        } else if (value == '\n') {
            tolerances.use(FormViolation.LF_LINE_END);
            head.afterLineFeed();
            state = State.HEAD;
        } else if (!Characters.isBlank(value)) {
            throw new FormViolationException(FormViolation.TEXT_AFTER_BOUNDARY);
        }
        return index + 1;
    }

    /**
     * Accepts several CRs before LF as one line end. Programs on Windows produce such line ends when they write CRLF in
     * text mode, which adds another CR before each LF. If the second CR counted as an empty line, the headers of the
     * part would become its content.
     */
    private int onBoundaryLineFeed(byte value, int index) throws FormException {
        if (value == '\r') {
            tolerances.use(FormViolation.CR_LINE_END);
            return index + 1;
        }
        return onLineFeed(value, index, State.HEAD);
    }

    private int onLineFeed(byte value, int index, State next) throws FormException {
        state = next;
        if (value == '\n') {
            return index + 1;
        }
        tolerances.use(FormViolation.CR_LINE_END);
        return index;
    }

    private int resumeHead(byte[] bytes, int from, int to) throws IOException {
        if (parts == FormOptions.bound(options.maxParts())) {
            throw new FormLimitException(FormLimit.PARTS, options);
        }
        int index = head.resume(bytes, from, to);
        if (head.done()) {
            PartHeaders headers = PartHeadersReader.read(head.take(), content.charset(), tolerances);
            parts++;
            reader.begin();
            state = State.CONTENT;
            content.begin(headers);
        }
        return index;
    }

    private int resumeContent(byte[] bytes, int from, int to) throws IOException {
        int index = reader.resume(bytes, from, to, content);
        if (reader.ended()) {
            state = State.AFTER_BOUNDARY;
            content.end();
        }
        return index;
    }

    private int onAfterClose(byte value, int index) throws FormException {
        if (value == '\r') {
            state = State.CLOSE_LINE_FEED;
        } else if (value == '\n') {
            tolerances.use(FormViolation.LF_LINE_END);
            state = State.EPILOGUE;
        } else if (!Characters.isBlank(value)) {
            tolerances.use(FormViolation.TEXT_AFTER_CLOSE);
            state = State.EPILOGUE;
        }
        return index + 1;
    }

    /**
     * Makes {@link #feed feed} return as soon as the current call of the sink has returned. The bytes that were not
     * consumed must then be fed again. Only the sink may call this method.
     */
    public void pause() {
        paused = true;
    }

    /**
     * Ends the form, after all bytes of the body were fed.
     *
     * @throws FormException if the form is not complete
     * @throws IllegalStateException if a method has thrown an exception before
     */
    public void finish() throws FormException {
        State ended = state;
        state = State.BROKEN;
        switch (ended) {
            case AFTER_CLOSE, CLOSE_LINE_FEED, EPILOGUE, FINISHED -> state = State.FINISHED;
            case PREAMBLE, SECOND_DASH, CONTENT -> throw new FormViolationException(FormViolation.TRUNCATED);
            case AFTER_BOUNDARY, LINE_END, LINE_FEED, HEAD -> {
                if (!head.untouched()) {
                    throw new FormViolationException(FormViolation.TRUNCATED);
                }
                tolerances.use(FormViolation.CLOSE_WITHOUT_DASHES);
                state = State.FINISHED;
            }
            case BROKEN ->
                throw new IllegalStateException("The parser has already failed; use a new parser for each form");
        }
    }

    /**
     * {@return the violations that were tolerated so far, each once, in the order found; empty in the mode
     * {@link FormCompliance#RFC7578}}
     */
    public List<FormViolation> violations() {
        return tolerances.used();
    }

    Charset charset() {
        return content.charset();
    }
}
