package dev.ringer.multipart;

import dev.ringer.internal.uploads.PrivateDirectory;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Collects the parts of a form as {@link FormEntry} objects.
 *
 * <p>A field named {@code _charset_} sets the character set of the whole form, and may come after other fields. So the
 * collector keeps the bytes of all text that is not plain ASCII. If the character set has changed at the end of the
 * form, the collector decodes these bytes again.
 */
final class FormCollector implements PartSink {
    /**
     * A part that may have to be decoded again at the end of the form. Of a file, only the headers are decoded, so
     * {@code content} is null.
     */
    private record Late(int index, PartHeaders headers, byte @Nullable [] content) {}

    private final FormOptions options;
    private final PartContentStore store;
    private final MemoryLease lease;
    private List<FormEntry> entries = new ArrayList<>();
    /** Parts that may have to be decoded again. A modifiable list is created for the first such part. */
    private List<Late> late = List.of();

    private @Nullable PartHeaders headers;

    FormCollector(FormOptions options, PrivateDirectory directory, MemoryLease lease) {
        this.options = options;
        this.store = new PartContentStore(options, directory, lease);
        this.lease = lease;
        lease.onEviction(this::drop);
    }

    private void drop() {
        entries = List.of();
        late = List.of();
        headers = null;
        store.drop();
    }

    @Override
    public void onPartBegin(PartHeaders begun) throws FormLimitException {
        lease.need(begun.lines().length);
        headers = begun;
        store.begin(begun.isFile());
    }

    @Override
    public void onPartData(byte[] bytes, int offset, int length) throws IOException {
        store.add(bytes, offset, length);
    }

    @Override
    public void onPartEnd() throws IOException {
        PartHeaders ended = Objects.requireNonNull(headers);
        boolean file = ended.isFile();
        if (!ended.isAscii() || !file && !store.isAscii()) {
            if (late.isEmpty()) {
                late = new ArrayList<>();
            }
            late.add(new Late(entries.size(), ended, file ? null : store.copy()));
        }
        entries.add(file ? store.takeFile(ended) : store.takeField(ended));
    }

    /** Sets whether the calling thread may use the disk, see {@link PartContentStore}. */
    void mayUseDisk(boolean may) throws IOException {
        store.mayUseDisk(may);
    }

    /** Whether the current part is on the disk, or must be now. */
    boolean needsDisk() {
        return store.needsDisk();
    }

    /** Copies the content of the current part out of the parser's array, so that the caller can reuse this array. */
    void detach() {
        store.detach();
    }

    List<FormEntry> finish(Charset charset) throws IOException {
        for (Late again : late) {
            if (again.headers.formCharset().equals(charset)) {
                continue;
            }
            PartHeaders read =
                    PartHeadersReader.read(again.headers.lines(), charset, new Tolerances(options.compliance()));
            FormEntry entry = again.content == null
                    ? ((FormFile) entries.get(again.index)).with(read)
                    : new FormField(read.name(), new String(again.content, read.charset()), read.contentType());
            entries.set(again.index, entry);
        }
        return entries;
    }
}
