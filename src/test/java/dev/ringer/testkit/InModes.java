package dev.ringer.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test in several {@link Mode}s, over the transports that {@link Over} names. The test may take the mode, the transport, or
 * both as parameters.
 *
 * <p>Normally each mode and each transport has its turn, but not each pair of them: one test of a class begins with the JVM's first
 * mode in the clear, another one with the same mode over TLS, so that all tests together meet every pair. With
 * {@code -Dringer.test.product=full} each test meets every pair itself.
 *
 * <p>{@code -Dringer.test.modes} and {@code -Dringer.test.transports}, each with some names between commas, leave out all others.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(ModeInvocations.class)
public @interface InModes {
    /** The modes that matter; all when there is none. */
    Mode[] value() default {};

    /** Whether to leave out the modes in which a handler that waits holds up the others. */
    boolean concurrent() default false;

    /**
     * Whether one of the modes is enough in the inner ring, another one for another test: for tests that need a process of their own.
     */
    boolean inTurn() default false;
}
