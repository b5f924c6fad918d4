package dev.ringer.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Adds up how long the tests of each class take, and writes the sums for {@link SlowestTests}. Surefire measures a
 * class from its first test to its last. Classes run in parallel here, so Surefire's times say little.
 */
public final class TestTimes implements TestExecutionListener {
    /** The folder into which each JVM writes a file of sums. */
    static final String FOLDER = "test-times";

    private final Map<String, LongAdder> nanosOfClasses = new ConcurrentHashMap<>();
    private final Map<String, Long> begins = new ConcurrentHashMap<>();

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            begins.put(test.getUniqueId(), System.nanoTime());
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Long begin = begins.remove(test.getUniqueId());
        if (begin != null) {
            long nanos = System.nanoTime() - begin;
            className(test)
                    .ifPresent(name -> nanosOfClasses
                            .computeIfAbsent(name, first -> new LongAdder())
                            .add(nanos));
        }
    }

    private static Optional<String> className(TestIdentifier test) {
        return test.getSource().map(source -> {
            if (source instanceof MethodSource method) {
                return method.getClassName();
            }
            return source instanceof ClassSource type ? type.getClassName() : source.toString();
        });
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        if (!Files.isDirectory(Path.of("target"))) {
            return; // Maven does not run these tests
        }
        String lines = new TreeMap<>(nanosOfClasses)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue().sum() / 1_000_000 + "\n")
                        .collect(Collectors.joining());
        try {
            Path folder = Files.createDirectories(Path.of("target", FOLDER));
            Files.writeString(Files.createTempFile(folder, "jvm", ".txt"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
