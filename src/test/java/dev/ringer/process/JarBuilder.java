package dev.ringer.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Builds jars as an application's build does. If an entry is added twice, the first one is used. */
public final class JarBuilder {
    private final Manifest manifest = new Manifest();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();
    private final Set<String> stored = new HashSet<>();

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
        return folder("", folder);
    }

    /** Adds the content of a folder, with names that begin as given. */
    public JarBuilder folder(String prefix, Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var name = folder.relativize(file).toString().replace('\\', '/');
                entries.putIfAbsent(prefix + name, Files.readAllBytes(file));
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds files that the jar must not compress, such as jars that a launcher reads inside this one. */
    public JarBuilder stored(String prefix, List<File> files) {
        try {
            for (var file : files) {
                entries.putIfAbsent(prefix + file.getName(), Files.readAllBytes(file.toPath()));
                stored.add(prefix + file.getName());
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

    private void write(JarOutputStream jar, String name, byte[] content) throws IOException {
        var entry = new JarEntry(name);
        if (stored.contains(name)) {
            var sum = new CRC32();
            sum.update(content);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(content.length);
            entry.setCrc(sum.getValue());
        }
        jar.putNextEntry(entry);
        jar.write(content);
        jar.closeEntry();
    }
}
