package dev.ringer.dropin;

import dev.ringer.process.RingerJar;
import java.io.File;
import java.util.List;

/** Whose server a program gets. */
enum Provider {
    JDK("sun.net.httpserver.DefaultHttpServerProvider", List.of(), List.of()),
    RINGER("dev.ringer.RingerProvider", List.of(RingerJar.file()), List.of()),
    /** Ringer, asked over HTTP/2 in the clear. */
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

    /** What is put in front of a program's own class path; nothing else of it is changed. */
    List<File> classPath() {
        return classPath;
    }

    /** What its JVM is started with. */
    List<String> flags() {
        return flags;
    }
}
