package dev.ringer.multipart;

import dev.ringer.internal.bytes.WordScan;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Parses an {@code application/x-www-form-urlencoded} form (WHATWG URL, section 5.1), which may be fed in pieces of any
 * size.
 *
 * <p>If a piece contains a whole name-value pair, the parser reads the pair without a copy. Otherwise it gathers the
 * bytes of the pair. As in multipart forms, a field {@code _charset_} sets the character set of the whole form.
 */
final class UrlEncodedParser implements FormBody.Parser {
    /** The content type of such a form. */
    static final String CONTENT_TYPE = "application/x-www-form-urlencoded";

    private static final String TYPE = "text/plain"; // the content type of its fields

    /** The unescaped bytes of a name-value pair that may have to be decoded again in another character set. */
    private record Late(int index, byte[] name, byte[] value) {}

    private final FormOptions options;
    private final MemoryLease lease;
    private final Tolerances tolerances;
    private List<FormEntry> fields = new ArrayList<>();
    private List<Late> late = new ArrayList<>(0);

    private Charset charset;
    private boolean charsetNamed;
    private ByteArrayOutputStream cut = new ByteArrayOutputStream(); // a pair whose end has not arrived yet
    private long total;

    UrlEncodedParser(FormOptions options, MemoryLease lease) {
        this.options = options;
        this.lease = lease;
        this.tolerances = new Tolerances(options.compliance());
        this.charset = options.charset();
        lease.onEviction(this::drop);
    }

    private void drop() {
        fields = List.of();
        late = List.of();
        cut = new ByteArrayOutputStream(0);
    }

    @Override
    public int feed(byte[] bytes, int offset, int length) throws FormException {
        total += length;
        if (total > FormOptions.bound(options.maxTotalBytes())) {
            throw new FormLimitException(FormLimit.TOTAL_BYTES, options);
        }
        if (total > FormOptions.bound(options.maxMemoryBytes())) {
            throw new FormLimitException(FormLimit.MEMORY_BYTES, options);
        }
        lease.need(length);
        int to = offset + length;
        int from = offset;
        while (from < to) {
            int end = WordScan.indexOf(bytes, from, to, (byte) '&');
            if (cut.size() + (long) end - from > FormOptions.bound(options.maxFieldBytes())) {
                throw new FormLimitException(FormLimit.FIELD_BYTES, options);
            }
            if (end == to || cut.size() > 0) {
                cut.write(bytes, from, end - from);
            }
            if (end < to) {
                endPair(bytes, from, end);
            }
            from = end + 1;
        }
        return length;
    }

    private void endPair(byte[] bytes, int from, int to) throws FormException {
        if (cut.size() > 0) {
            byte[] pair = cut.toByteArray();
            cut.reset();
            pair(pair, 0, pair.length);
        } else {
            pair(bytes, from, to);
        }
    }

    private void pair(byte[] bytes, int from, int to) throws FormException {
        if (from == to) {
            return;
        }
        if (fields.size() == FormOptions.bound(options.maxParts())) {
            throw new FormLimitException(FormLimit.PARTS, options);
        }
        int equals = WordScan.indexOf(bytes, from, to, (byte) '=');
        int valueFrom = Math.min(equals + 1, to);
        if (isPlain(bytes, from, equals) && isPlain(bytes, valueFrom, to)) {
            add(text(bytes, from, equals), text(bytes, valueFrom, to));
        } else {
            byte[] name = unescape(bytes, from, equals);
            byte[] value = unescape(bytes, valueFrom, to);
            late.add(new Late(fields.size(), name, value));
            add(text(name, 0, name.length), text(value, 0, value.length));
        }
    }

    private void add(String name, String value) throws FormException {
        fields.add(new FormField(name, value, TYPE));
        if (name.equals("_charset_")) {
            charset = FormCharsets.named(value, charset, tolerances);
            charsetNamed = true;
        }
    }

    private static boolean isPlain(byte[] bytes, int from, int to) {
        return WordScan.indexOfEither(bytes, from, to, (byte) '%', (byte) '+') == to
                && WordScan.isAscii(bytes, from, to);
    }

    private String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, charset);
    }

    private byte[] unescape(byte[] bytes, int from, int to) throws FormException {
        byte[] plain = new byte[to - from];
        int length = 0;
        for (int index = from; index < to; index++) {
            byte value = bytes[index];
            if (value == '+') {
                value = ' ';
            } else if (value == '%') {
                int escaped = Characters.percentEscape(bytes, index, to);
                if (escaped < 0) {
                    tolerances.use(FormViolation.PERCENT_ESCAPE);
                } else {
                    value = (byte) escaped;
                    index += 2;
                }
            }
            plain[length++] = value;
        }
        return length == plain.length ? plain : Arrays.copyOf(plain, length);
    }

    void finish() throws FormException {
        endPair(new byte[0], 0, 0);
        // The last _charset_ applies to all pairs, even to pairs before it. So equal bytes always become equal text.
        if (charsetNamed) {
            for (Late again : late) {
                String name = text(again.name, 0, again.name.length);
                fields.set(again.index, new FormField(name, text(again.value, 0, again.value.length), TYPE));
            }
        }
    }

    List<FormEntry> fields() {
        return fields;
    }

    List<FormViolation> violations() {
        return tolerances.used();
    }
}
