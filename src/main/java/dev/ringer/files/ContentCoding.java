package dev.ringer.files;

/** The content codings that precompressed files may have, the preferred one first. */
enum ContentCoding {
    /** Brotli (RFC 7932). */
    BR("br", ".br"),
    /** Zstandard (RFC 8878). */
    ZSTD("zstd", ".zst"),
    /** gzip (RFC 1952). */
    GZIP("gzip", ".gz");

    final String token; // the name of the coding in header fields
    final String suffix; // the end of the names of files with this coding

    ContentCoding(String token, String suffix) {
        this.token = token;
        this.suffix = suffix;
    }
}
