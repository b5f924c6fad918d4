package dev.ringer.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test in several {@link Mode}s, over the transports that {@link Over} names. The test may take the mode, the
 * transport, or both as parameters.
 *
 * <p>By default, a test runs in each mode and over each transport, but not in each pair of them. The pairs differ
 * between tests, so that all tests together cover every pair. With {@code -Dringer.test.product=full}, each test runs
 * in every pair.
 *
 * <p>{@code -Dringer.test.modes} and {@code -Dringer.test.transports} exclude all but the given names, separated by
 * commas.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(ModeInvocations.class)
public @interface InModes {
    /** The modes to run in; all modes if this is empty. */
    Mode[] value() default {};

    /** Whether to exclude the modes in which a waiting handler blocks other handlers. */
    boolean concurrent() default false;

    /**
     * Whether the inner {@link Ring} runs the test in only one mode, which differs between tests. For tests that start
     * a process.
     */
    boolean inTurn() default false;
}
