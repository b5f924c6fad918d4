package dev.ringer.dropin;

import dev.ringer.process.RingerJar;
import java.io.File;
import java.util.List;

/** The server that a program uses. */
enum Provider {
    JDK("sun.net.httpserver.DefaultHttpServerProvider", List.of(), List.of()),
    RINGER("dev.ringer.RingerProvider", List.of(RingerJar.file()), List.of()),
    /** Ringer, with requests over HTTP/2 without TLS. */
    RINGER_HTTP2("dev.ringer.RingerProvider", List.of(RingerJar.file()), List.of("-Dringer.http2=on"));

    private final String className;
    private final List<File> classPath;
    private final List<String> flags;

    Provider(String className, List<File> classPath, List<String> flags) {
        this.className = className;
        this.classPath = classPath;
        this.flags = flags;
    }

    String className() {
        return className;
    }

    /** Returns what precedes the program's own class path, which is otherwise unchanged. */
    List<File> classPath() {
        return classPath;
    }

    /** Returns additional flags for the JVM. */
    List<String> flags() {
        return flags;
    }
}
