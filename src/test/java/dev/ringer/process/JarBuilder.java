package dev.ringer.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/** Builds jars as an application's build does. If an entry is added twice, the first one is used. */
public final class JarBuilder {
    private final Manifest manifest = new Manifest();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    public JarBuilder() {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    }

    public JarBuilder attribute(String name, String value) {
        manifest.getMainAttributes().putValue(name, value);
        return this;
    }

    public JarBuilder entry(String name, String content) {
        entries.putIfAbsent(name, content.getBytes());
        return this;
    }

    public JarBuilder folder(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                entries.putIfAbsent(folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds the content of another jar, except its manifest and module descriptor. */
    public JarBuilder contentOf(Path jar) {
        try (var zip = new ZipFile(jar.toFile())) {
            for (var entry : zip.stream().filter(e -> !e.isDirectory()).toList()) {
                try (var content = zip.getInputStream(entry)) {
                    entries.putIfAbsent(entry.getName(), content.readAllBytes());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        entries.remove("module-info.class");
        entries.remove(JarFile.MANIFEST_NAME);
        return this;
    }

    public Path writtenTo(Path file) {
        try (var out = Files.newOutputStream(file);
                var jar = new JarOutputStream(out, manifest)) {
            for (var entry : entries.entrySet()) {
                write(jar, entry.getKey(), entry.getValue());
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content);
        jar.closeEntry();
    }
}
