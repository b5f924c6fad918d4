package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which media type a file name has. */
class MediaTypesTest {
    private final MediaTypes types = new MediaTypes(Map.of(), StandardCharsets.UTF_8);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "html",
                "svg",
                "js",
                "json",
                "css",
                "zip",
                "XHTML",
                "xml",
                "log",
                "conf",
                "text",
                "md",
                "ts",
                ".html",
                ".svg",
                "a.",
                ".",
                "a.html.",
                "a.unknown",
                "html.",
                "README"
            })
    void aNameWithoutAnExtensionIsBinary(String name) {
        assertThat(types.of(name)).isEqualTo("application/octet-stream");
    }

    @ParameterizedTest
    @CsvSource({
        "feed.xml, application/xml",
        "a.xsl, application/xml",
        "a.xsd, application/xml",
        "a.xslt, application/xslt+xml",
        "a.svg, image/svg+xml",
        "a.SVGZ, image/svg+xml",
        "a.xhtml, application/xhtml+xml",
        "a.rss, application/rss+xml",
        "a.html, text/html; charset=utf-8",
        "a.b.HTML, text/html; charset=utf-8",
        "a.cjs, text/javascript; charset=utf-8",
        "a.mjs, text/javascript; charset=utf-8",
        "a.jsonl, application/jsonl",
        "a.ndjson, application/x-ndjson",
        "a.geojson, application/geo+json",
        "a.gltf, model/gltf+json",
        "a.glb, model/gltf-binary",
        "a.kml, application/vnd.google-earth.kml+xml",
        "a.kmz, application/vnd.google-earth.kmz",
        "a.eot, application/vnd.ms-fontobject",
        "a.webmanifest, application/manifest+json",
        "a.gpx, application/gpx+xml",
        "a.deb, application/vnd.debian.binary-package",
        "a.flv, video/x-flv",
        "a.3gp, video/3gpp",
        "a.aiff, audio/aiff",
        "a.jfif, image/jpeg",
        "a.srt, text/plain; charset=utf-8"
    })
    void anExtensionDecides(String name, String type) {
        assertThat(types.of(name)).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.cjs",
                "a.jsonl",
                "a.ndjson",
                "a.geojson",
                "a.gltf",
                "a.glb",
                "a.kml",
                "a.eot",
                "a.xml",
                "a.xsl",
                "a.xslt",
                "a.gpx",
                "a.webmanifest",
                "a.dtd",
                "a.stl",
                "a.ps"
            })
    void textIsWorthCompressing(String name) {
        assertThat(MediaTypes.shrinks(types.of(name))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.kmz", "a.usdz", "a.3mf", "a.deb", "a.woff2", "a.epub", "a.docx", "a.webp"})
    void whatIsCompressedAlreadyIsNot(String name) {
        assertThat(MediaTypes.shrinks(types.of(name))).isFalse();
    }
}
