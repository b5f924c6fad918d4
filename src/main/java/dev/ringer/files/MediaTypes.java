package dev.ringer.files;

import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps the extensions of file names to media types. It also knows for which types compression is worthwhile. */
final class MediaTypes {
    /** The media type of a file without a known extension. */
    static final String UNKNOWN = "application/octet-stream";

    /** The built-in types. Each line has a media type, and the extensions of files of this type. */
    private static final String KNOWN = """
            text/html html htm
            text/css css
            text/javascript js mjs cjs
            text/plain txt text log conf ini srt diff patch
            text/markdown md markdown
            text/csv csv
            text/calendar ics
            text/vtt vtt
            text/vcard vcf
            text/tab-separated-values tsv
            text/x-component htc
            text/vnd.wap.wml wml
            text/turtle ttl
            text/n3 n3
            text/cache-manifest appcache
            text/wgsl wgsl
            application/xml xml xsl xsd rng
            application/xslt+xml xslt
            application/xml-dtd dtd
            application/wsdl+xml wsdl
            application/mathml+xml mathml
            application/ttml+xml ttml
            application/smil+xml smil smi
            application/xspf+xml xspf
            application/rdf+xml rdf owl
            application/json json map
            application/json5 json5
            application/jsonl jsonl
            application/x-ndjson ndjson
            application/ld+json jsonld
            application/geo+json geojson
            application/topo+json topojson
            application/speculationrules+json speculationrules
            application/n-triples nt
            application/trig trig
            application/cbor cbor
            application/vnd.google-earth.kml+xml kml
            application/vnd.google-earth.kmz kmz
            application/gpx+xml gpx
            application/gml+xml gml
            model/gltf+json gltf
            model/gltf-binary glb
            model/obj obj
            model/mtl mtl
            model/stl stl
            model/step stp step
            model/3mf 3mf
            model/vnd.collada+xml dae
            model/vnd.usdz+zip usdz
            application/manifest+json webmanifest
            application/xhtml+xml xhtml xht
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
            application/vnd.debian.binary-package deb
            application/x-rpm rpm
            application/x-apple-diskimage dmg
            application/x-iso9660-image iso
            application/vnd.ms-cab-compressed cab
            application/x-msi msi
            application/x-bittorrent torrent
            application/x-xpinstall xpi
            application/x-chrome-extension crx
            application/vnd.sqlite3 sqlite sqlite3
            application/vnd.apache.parquet parquet
            application/x-sh sh
            application/x-perl pl pm
            application/x-tcl tcl
            application/x-shockwave-flash swf
            application/postscript ps eps ai
            application/x-x509-ca-cert pem crt der
            application/pkix-cert cer
            application/pkix-crl crl
            application/pgp-signature asc sig
            application/java-archive jar war ear
            application/java-vm class
            application/x-java-jnlp-file jnlp
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
            application/vnd.oasis.opendocument.graphics odg
            application/vnd.ms-fontobject eot
            image/png png
            image/apng apng
            image/jpeg jpg jpeg jpe jfif pjpeg
            image/gif gif
            image/webp webp
            image/avif avif
            image/jxl jxl
            image/heic heic
            image/heif heif
            image/svg+xml svg svgz
            image/bmp bmp
            image/tiff tif tiff
            image/vnd.microsoft.icon ico cur
            image/vnd.wap.wbmp wbmp
            image/x-jng jng
            image/jp2 jp2
            image/ktx2 ktx2
            image/vnd.adobe.photoshop psd
            audio/mpeg mp3
            audio/mp4 m4a
            audio/aac aac
            audio/flac flac
            audio/wav wav wave
            audio/aiff aif aiff aifc
            audio/x-realaudio ra
            audio/ogg ogg oga opus spx
            audio/webm weba
            audio/midi mid midi kar
            audio/x-mpegurl m3u
            video/mp4 mp4 m4v
            video/webm webm
            video/3gpp 3gp 3gpp
            video/3gpp2 3g2
            video/x-flv flv
            video/x-ms-wmv wmv
            video/x-ms-asf asf asx
            video/ogg ogv
            video/quicktime mov
            video/mpeg mpeg mpg mpe
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
            "application/jsonl",
            "application/json5",
            "application/xml-dtd",
            "application/n-triples",
            "application/trig",
            "application/x-sh",
            "application/x-perl",
            "application/x-tcl",
            "application/postscript",
            "model/obj",
            "model/mtl",
            "model/stl",
            "model/step",
            "model/gltf-binary",
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
        return types.getOrDefault(extension(fileName), UNKNOWN);
    }

    /**
     * Returns the content coding that files with this extension always have; null if there is none. An {@code svgz}
     * file is an SVG image in gzip, and has no media type of its own.
     */
    @Nullable
    String codingOf(String fileName) {
        String extension = extension(fileName);
        return extension.equals("svgz") && of(fileName).equals(types.get("svg")) ? ContentCoding.GZIP.token : null;
    }

    /**
     * Returns the text after the last dot in lower case; empty if there is none. A dot in front hides a file, and
     * begins no extension.
     */
    private static String extension(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return dot <= 0 ? "" : fileName.substring(dot + 1).toLowerCase(Locale.ROOT);
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
