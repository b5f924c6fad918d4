package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.names.KnownNames;
import java.nio.charset.StandardCharsets;

/** The static table (RFC 7541, appendix A). */
final class StaticTable {
    private static final String LINES = """
            :authority
            :method GET
            :method POST
            :path /
            :path /index.html
            :scheme http
            :scheme https
            :status 200
            :status 204
            :status 206
            :status 304
            :status 400
            :status 404
            :status 500
            accept-charset
            accept-encoding gzip, deflate
            accept-language
            accept-ranges
            accept
            access-control-allow-origin
            age
            allow
            authorization
            cache-control
            content-disposition
            content-encoding
            content-language
            content-length
            content-location
            content-range
            content-type
            cookie
            date
            etag
            expect
            expires
            from
            host
            if-match
            if-modified-since
            if-none-match
            if-range
            if-unmodified-since
            last-modified
            link
            location
            max-forwards
            proxy-authenticate
            proxy-authorization
            range
            referer
            refresh
            retry-after
            server
            set-cookie
            strict-transport-security
            transfer-encoding
            user-agent
            vary
            via
            www-authenticate""";

    private static final FieldLine[] ENTRIES = entries();

    /** The number of entries. The first entry has the index 1. */
    static final int SIZE = ENTRIES.length - 1;

    /** The index of {@code :status 200}, the first entry with the name {@code :status}. */
    static final int STATUS = 8;

    private static final byte[] INDEX_BY_KNOWN = new byte[KnownNames.count()];

    static {
        for (int index = SIZE; index > 0; index--) {
            int known = ENTRIES[index].name().known();
            if (known >= 0) {
                INDEX_BY_KNOWN[known] = (byte) index;
            }
        }
    }

    private StaticTable() {}

    private static FieldLine[] entries() {
        String[] lines = LINES.split("\n");
        FieldLine[] entries = new FieldLine[lines.length + 1];
        for (int i = 0; i < lines.length; i++) {
            String[] parts = lines[i].split(" ", 2);
            String value = parts.length > 1 ? parts[1] : "";
            entries[i + 1] = new FieldLine(FieldName.of(parts[0]), value.getBytes(StandardCharsets.US_ASCII));
        }
        return entries;
    }

    /** Returns the entry at an index from 1 to {@link #SIZE}. */
    static FieldLine entry(int index) {
        return ENTRIES[index];
    }

    /** Returns the index of the first entry with this known name; 0 if there is no such entry. */
    static int indexOf(int known) {
        return INDEX_BY_KNOWN[known];
    }
}
