package dev.ringer.internal.admin;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Iterator;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Recognises the code of Java agents, such as exporters of metrics. Most of them open their server before {@code main},
 * some of them a little later on a thread of their own.
 */
final class AgentCode {
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private AgentCode() {}

    /**
     * Whether an agent makes the server that the calling thread is making: the JVM is calling an agent, or the class
     * that wants the server comes from the jar of an agent.
     */
    static boolean makesServer() {
        return STACK.walk(frames -> {
            boolean makerFound = false;
            for (Iterator<StackWalker.StackFrame> all = frames.iterator(); all.hasNext(); ) {
                Class<?> type = all.next().getDeclaringClass();
                if (type.getName().equals("sun.instrument.InstrumentationImpl")) {
                    return true;
                }
                if (!makerFound && mayBeMaker(type)) {
                    makerFound = true;
                    if (isOfAgent(jarOrNull(type))) {
                        return true;
                    }
                }
            }
            return false;
        });
    }

    /** Whether the class belongs neither to the JDK nor to Ringer, and says where it comes from. */
    private static boolean mayBeMaker(Class<?> type) {
        return !type.getName().startsWith("dev.ringer.")
                && type.getProtectionDomain().getCodeSource() != null
                && !(type.getModule().isNamed() && type.getModule().getName().matches("(java|jdk)\\..*"));
    }

    private static Path jarOrNull(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            Path jar = Path.of(source.getLocation().toURI());
            return Files.isRegularFile(jar) ? jar : null;
        } catch (URISyntaxException | RuntimeException noFile) { // for example a jar within a jar
            return null;
        }
    }

    /** Whether the manifest of a jar names an agent. A program may be an agent, too, but then it starts the class path. */
    static boolean isOfAgent(Path jar) {
        if (jar == null || isProgram(jar)) {
            return false;
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
            return attributes.getValue("Premain-Class") != null || attributes.getValue("Agent-Class") != null;
        } catch (IOException noJar) {
            return false;
        }
    }

    private static boolean isProgram(Path jar) {
        String first = System.getProperty("java.class.path", "").split(File.pathSeparator, 2)[0];
        try {
            return !first.isEmpty() && Files.isSameFile(Path.of(first), jar);
        } catch (IOException | RuntimeException noFile) {
            return false;
        }
    }
}
