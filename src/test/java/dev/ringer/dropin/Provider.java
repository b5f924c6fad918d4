package dev.ringer.dropin;

import dev.ringer.process.RingerJar;
import java.io.File;
import java.util.List;

/** Whose server a program gets. */
enum Provider {
    JDK("sun.net.httpserver.DefaultHttpServerProvider", List.of()),
    RINGER("dev.ringer.RingerProvider", List.of(RingerJar.file()));

    private final String className;
    private final List<File> classPath;

    Provider(String className, List<File> classPath) {
        this.className = className;
        this.classPath = classPath;
    }

    String className() {
        return className;
    }

    /** What is put in front of a program's own class path; nothing else is changed. */
    List<File> classPath() {
        return classPath;
    }
}
