package dev.ringer.files;

import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Maps the extensions of file names to media types. It also knows for which types compression is worthwhile. */
final class MediaTypes {
    /** The media type of a file without a known extension. */
    static final String UNKNOWN = "application/octet-stream";

    /** The built-in types. Each line has a media type, and the extensions of files of this type. */
    private static final String KNOWN = """
            text/html html htm
            text/css css
            text/javascript js mjs
            text/plain txt text log conf
            text/markdown md markdown
            text/csv csv
            text/calendar ics
            text/vtt vtt
            text/vcard vcf
            text/xml xml xsl xsd
            text/tab-separated-values tsv
            application/json json map
            application/ld+json jsonld
            application/manifest+json webmanifest
            application/xhtml+xml xhtml
            application/atom+xml atom
            application/rss+xml rss
            application/wasm wasm
            application/pdf pdf
            application/rtf rtf
            application/epub+zip epub
            application/yaml yaml yml
            application/toml toml
            application/sql sql
            application/zip zip
            application/gzip gz tgz
            application/zstd zst
            application/x-tar tar
            application/x-bzip2 bz2
            application/x-xz xz
            application/x-7z-compressed 7z
            application/vnd.rar rar
            application/java-archive jar war ear
            application/vnd.apple.mpegurl m3u8
            application/dash+xml mpd
            application/vnd.android.package-archive apk
            application/msword doc
            application/vnd.ms-excel xls
            application/vnd.ms-powerpoint ppt
            application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
            application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
            application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
            application/vnd.oasis.opendocument.text odt
            application/vnd.oasis.opendocument.spreadsheet ods
            application/vnd.oasis.opendocument.presentation odp
            image/png png
            image/apng apng
            image/jpeg jpg jpeg
            image/gif gif
            image/webp webp
            image/avif avif
            image/jxl jxl
            image/heic heic
            image/svg+xml svg
            image/bmp bmp
            image/tiff tif tiff
            image/vnd.microsoft.icon ico
            audio/mpeg mp3
            audio/mp4 m4a
            audio/aac aac
            audio/flac flac
            audio/wav wav
            audio/ogg ogg oga opus
            audio/webm weba
            audio/midi mid midi
            video/mp4 mp4 m4v
            video/webm webm
            video/ogg ogv
            video/quicktime mov
            video/mpeg mpeg mpg
            video/mp2t ts
            video/x-matroska mkv
            video/x-msvideo avi
            font/woff woff
            font/woff2 woff2
            font/ttf ttf
            font/otf otf
            font/collection ttc
            """;

    private static final Map<String, String> BUILT_IN = read();

    /** Types for which compression is worthwhile, in addition to {@code text/*}, {@code *+json} and {@code *+xml}. */
    private static final Set<String> SHRINKING = Set.of(
            "application/json",
            "application/javascript",
            "application/x-javascript",
            "application/ecmascript",
            "application/xml",
            "application/yaml",
            "application/toml",
            "application/sql",
            "application/rtf",
            "application/wasm",
            "application/x-ndjson",
            "application/graphql",
            "application/x-www-form-urlencoded",
            "application/vnd.apple.mpegurl",
            "application/vnd.ms-fontobject",
            "font/ttf",
            "font/otf",
            "font/collection",
            "image/bmp",
            "image/vnd.microsoft.icon",
            "image/x-icon");

    private final Map<String, String> types;

    /**
     * Makes a table of the built-in types and of further types.
     *
     * @param more types by extension, in lower case and without a dot; they override built-in types
     * @param charset the character set that is added to the built-in text types
     */
    MediaTypes(Map<String, String> more, Charset charset) {
        Map<String, String> all = new HashMap<>();
        String suffix = "; charset=" + charset.name().toLowerCase(Locale.ROOT);
        BUILT_IN.forEach((end, type) -> all.put(end, type.startsWith("text/") ? type + suffix : type));
        all.putAll(more);
        types = Map.copyOf(all);
    }

    private static Map<String, String> read() {
        Map<String, String> types = new HashMap<>();
        KNOWN.lines().forEach(line -> {
            String[] words = line.split(" ");
            for (int i = 1; i < words.length; i++) {
                types.put(words[i], words[0]);
            }
        });
        return types;
    }

    /** Returns the media type of a file, which its extension determines. */
    String of(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return types.getOrDefault(fileName.substring(dot + 1).toLowerCase(Locale.ROOT), UNKNOWN);
    }

    /** Whether compression makes content of this type notably smaller. The parameters of the type are ignored. */
    static boolean shrinks(String contentType) {
        int semicolon = contentType.indexOf(';');
        String type = (semicolon < 0 ? contentType : contentType.substring(0, semicolon))
                .strip()
                .toLowerCase(Locale.ROOT);
        return type.startsWith("text/")
                || type.endsWith("+json")
                || type.endsWith("+xml")
                || type.endsWith("+text")
                || SHRINKING.contains(type);
    }
}
