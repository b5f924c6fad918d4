package dev.ringer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks which package may use which, as {@code ARCHITECTURE.md} draws it. */
class PackageDirectionsTest {
    /** The directions need the names of the JDK's classes, not these classes themselves, which take seconds to import. */
    private static final JavaClasses CLASSES = importWithoutTheJdk();

    private static final Map<String, List<String>> MAY_SEE = new LinkedHashMap<>();

    static {
        MAY_SEE.put(
                "dev.ringer",
                List.of(
                        "multipart",
                        "options",
                        "tls",
                        "observe",
                        "internal.admin",
                        "internal.body",
                        "internal.delegate",
                        "internal.exchange",
                        "internal.http",
                        "internal.server",
                        "internal.observe"));
        MAY_SEE.put(
                "internal.admin",
                List.of("internal.net", "internal.observe", "internal.threads", "observe", "options"));
        MAY_SEE.put("options", List.of("internal.headers", "internal.net", "internal.observe"));
        MAY_SEE.put("internal.net", List.of());
        MAY_SEE.put("headers", List.of("internal.headers", "internal.names"));
        MAY_SEE.put(
                "internal.body", List.of("internal.bytes", "internal.observe", "internal.threads", "internal.uploads"));
        MAY_SEE.put(
                "multipart",
                List.of(
                        "internal.body",
                        "internal.bytes",
                        "internal.exchange",
                        "internal.observe",
                        "internal.descriptors",
                        "internal.uploads"));
        MAY_SEE.put("internal.uploads", List.of("internal.descriptors"));
        MAY_SEE.put(
                "events",
                List.of(
                        "internal.events",
                        "internal.exchange",
                        "internal.observe",
                        "internal.threads",
                        "internal.time"));
        // the command line needs the last three
        MAY_SEE.put(
                "files",
                List.of(
                        "internal.delegate",
                        "internal.descriptors",
                        "internal.exchange",
                        "internal.threads",
                        "options",
                        "tls"));
        MAY_SEE.put("observe", List.of());
        MAY_SEE.put("tls", List.of());
        MAY_SEE.put("internal.delegate", List.of());
        MAY_SEE.put("internal.descriptors", List.of());
        MAY_SEE.put("internal.headers", List.of("internal.names"));
        MAY_SEE.put("internal.names", List.of("internal.bytes"));
        MAY_SEE.put("internal.bytes", List.of("internal.threads", "internal.time"));
        MAY_SEE.put("internal.threads", List.of());
        MAY_SEE.put("internal.time", List.of());
        MAY_SEE.put("internal.observe", List.of("internal.time"));
        MAY_SEE.put("internal.jfr", List.of("internal.observe"));
        MAY_SEE.put(
                "internal.http",
                List.of("internal.names", "internal.bytes", "internal.time", "internal.observe", "options"));
        MAY_SEE.put(
                "internal.protocol",
                List.of(
                        "internal.http",
                        "internal.names",
                        "internal.observe",
                        "internal.bytes",
                        "internal.time",
                        "options",
                        "internal.threads"));
        MAY_SEE.put(
                "internal.accesslog",
                List.of(
                        "internal.descriptors",
                        "internal.protocol",
                        "internal.http",
                        "internal.names",
                        "internal.observe",
                        "internal.threads",
                        "options"));
        MAY_SEE.put(
                "internal.http1",
                List.of(
                        "internal.http1.codec",
                        "internal.protocol",
                        "internal.http",
                        "internal.names",
                        "internal.observe",
                        "internal.bytes",
                        "internal.time",
                        "options",
                        "internal.threads"));
        MAY_SEE.put(
                "internal.http1.codec",
                List.of(
                        "internal.protocol",
                        "internal.http",
                        "internal.names",
                        "internal.bytes",
                        "internal.time",
                        "options"));
        MAY_SEE.put("internal.http2.frame", List.of());
        MAY_SEE.put("internal.http2.hpack", List.of("internal.http2.frame", "internal.names", "internal.bytes"));
        MAY_SEE.put("internal.http2.flow", List.of("internal.http2.frame", "internal.protocol", "internal.time"));
        MAY_SEE.put(
                "internal.http2.request",
                List.of(
                        "internal.http2.flow",
                        "internal.http2.frame",
                        "internal.http2.hpack",
                        "internal.protocol",
                        "internal.http",
                        "internal.names",
                        "internal.bytes",
                        "internal.time"));
        MAY_SEE.put(
                "internal.http2.response",
                List.of(
                        "internal.descriptors",
                        "internal.http2.flow",
                        "internal.http2.frame",
                        "internal.http2.hpack",
                        "internal.protocol",
                        "internal.http",
                        "internal.names",
                        "internal.bytes",
                        "internal.time",
                        "internal.observe",
                        "internal.threads"));
        MAY_SEE.put(
                "internal.http2",
                List.of(
                        "internal.http2.flow",
                        "internal.http2.frame",
                        "internal.http2.hpack",
                        "internal.http2.request",
                        "internal.http2.response",
                        "internal.protocol",
                        "internal.http",
                        "internal.names",
                        "internal.bytes",
                        "internal.time",
                        "internal.observe",
                        "options",
                        "internal.threads"));
        MAY_SEE.put(
                "websocket",
                List.of(
                        "internal.delegate",
                        "internal.exchange",
                        "internal.headers",
                        "internal.websocket",
                        "internal.websocket.frame",
                        "internal.observe",
                        "internal.time"));
        MAY_SEE.put("internal.websocket.frame", List.of("internal.bytes"));
        MAY_SEE.put(
                "internal.websocket",
                List.of(
                        "internal.websocket.frame",
                        "internal.protocol",
                        "internal.http",
                        "internal.bytes",
                        "internal.observe",
                        "internal.threads",
                        "internal.time"));
        MAY_SEE.put(
                "internal.events",
                List.of(
                        "internal.protocol",
                        "internal.http",
                        "internal.bytes",
                        "internal.time",
                        "internal.observe",
                        "internal.threads"));
        MAY_SEE.put(
                "internal.transport",
                List.of(
                        "internal.descriptors",
                        "internal.protocol",
                        "internal.http",
                        "internal.bytes",
                        "internal.time",
                        "internal.observe",
                        "internal.threads"));
        MAY_SEE.put(
                "internal.transport.tls",
                List.of(
                        "internal.protocol",
                        "internal.http",
                        "internal.bytes",
                        "internal.time",
                        "internal.observe",
                        "options",
                        "internal.threads"));
        MAY_SEE.put(
                "internal.proxy",
                List.of(
                        "internal.bytes",
                        "internal.protocol",
                        "internal.http",
                        "internal.names",
                        "internal.net",
                        "internal.observe",
                        "options"));
        MAY_SEE.put(
                "internal.exchange",
                List.of(
                        "internal.body",
                        "internal.proxy",
                        "internal.accesslog",
                        "internal.descriptors",
                        "internal.events",
                        "internal.websocket",
                        "internal.protocol",
                        "internal.http",
                        "internal.names",
                        "internal.observe",
                        "internal.bytes",
                        "internal.time",
                        "internal.headers",
                        "internal.delegate",
                        "headers",
                        "options",
                        "internal.threads",
                        "internal.uploads"));
        MAY_SEE.put(
                "internal.server",
                List.of(
                        "internal.admin",
                        "internal.exchange",
                        "internal.proxy",
                        "internal.accesslog",
                        "internal.jfr",
                        "internal.http1",
                        "internal.http2",
                        "internal.events",
                        "internal.websocket",
                        "internal.transport",
                        "internal.transport.tls",
                        "internal.protocol",
                        "internal.http",
                        "internal.names",
                        "internal.observe",
                        "internal.bytes",
                        "internal.time",
                        "internal.headers",
                        "files",
                        "headers",
                        "multipart",
                        "observe",
                        "options",
                        "tls",
                        "internal.threads"));
    }

    private static JavaClasses importWithoutTheJdk() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter().importPath(Path.of("target", "classes"));
    }

    @Test
    void packagesLookInTheirDirectionsOnly() {
        MAY_SEE.forEach((name, seen) -> classes()
                .that()
                .resideInAPackage(full(name))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed(name, seen))
                .check(CLASSES));
    }

    private static String[] allowed(String name, List<String> seen) {
        List<String> packages =
                new ArrayList<>(List.of("java..", "javax.net.ssl..", "com.sun.net.httpserver..", full(name)));
        if (name.equals("tls")) {
            packages.addAll(List.of("javax.crypto..", "javax.security.auth.x500..")); // encrypted keys, X.500 names
        }
        if (name.equals("internal.server")) {
            packages.add("javax.management.."); // of an optional module
        }
        if (!name.contains("internal.")) {
            packages.add("org.jspecify.annotations.."); // only annotations
        }
        if (name.equals("internal.jfr")) {
            packages.add("jdk.jfr.."); // of another optional module
        }
        seen.forEach(other -> packages.add(full(other)));
        return packages.toArray(String[]::new);
    }

    private static String full(String name) {
        return name.startsWith("dev.ringer") ? name : "dev.ringer." + name;
    }

    @Test
    void theApiAppearsOnlyAtTheTop() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.ringer.options..",
                        "dev.ringer.internal.names..",
                        "dev.ringer.internal.bytes..",
                        "dev.ringer.internal.time..",
                        "dev.ringer.internal.observe..",
                        "dev.ringer.internal.accesslog..",
                        "dev.ringer.internal.jfr..",
                        "dev.ringer.internal.http..",
                        "dev.ringer.internal.protocol..",
                        "dev.ringer.internal.body..",
                        "dev.ringer.internal.http1..",
                        "dev.ringer.internal.http2..",
                        "dev.ringer.internal.events..",
                        "dev.ringer.internal.websocket..",
                        "dev.ringer.internal.proxy..",
                        "dev.ringer.internal.transport..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.sun.net.httpserver..")
                .check(CLASSES);
    }

    @Test
    void codecsKnowNeitherSocketsNorThreads() {
        noClasses()
                .that()
                .resideInAPackage("dev.ringer.internal.http1.codec")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.channels..", "java.util.concurrent..", "javax.net..", "java.net..")
                .check(CLASSES);
    }

    @Test
    void framesAndFieldBlocksKnowNeitherSocketsNorThreads() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.ringer.internal.http2.frame",
                        "dev.ringer.internal.http2.hpack",
                        "dev.ringer.internal.websocket.frame")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.channels..", "java.util.concurrent..", "javax.net..", "java.net..")
                .check(CLASSES);
    }

    @Test
    void everyPackageHasItsDirections() {
        classes()
                .should()
                .resideInAnyPackage(MAY_SEE.keySet().stream()
                        .map(PackageDirectionsTest::full)
                        .toArray(String[]::new))
                .check(CLASSES);
    }
}
