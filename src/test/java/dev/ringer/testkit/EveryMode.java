package dev.ringer.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Runs a test once in every {@link Mode} that this JVM has, with the mode as its parameter. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(ModeArguments.class)
public @interface EveryMode {
    /** Whether to leave out the modes in which one handler that waits holds the others. */
    boolean concurrent() default false;
}
