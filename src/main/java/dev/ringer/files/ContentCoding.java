package dev.ringer.files;

/** The content codings that precompressed files may have, the preferred one first. */
enum ContentCoding {
    /** Brotli (RFC 7932). */
    BR("br", ".br"),
    /** Zstandard (RFC 8878). */
    ZSTD("zstd", ".zst"),
    /** gzip (RFC 1952). */
    GZIP("gzip", ".gz");

    private final String token;
    private final String suffix;

    ContentCoding(String token, String suffix) {
        this.token = token;
        this.suffix = suffix;
    }

    String token() {
        return token;
    }

    String suffix() {
        return suffix;
    }
}
