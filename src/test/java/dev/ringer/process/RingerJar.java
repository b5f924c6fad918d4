package dev.ringer.process;

import java.io.File;
import java.nio.file.Path;

/** The jar that the build made. */
public final class RingerJar {
    private RingerJar() {}

    public static Path path() {
        return Path.of(System.getProperty("ringer.jar", "target/ringer.jar"));
    }

    public static File file() {
        return path().toFile();
    }
}
