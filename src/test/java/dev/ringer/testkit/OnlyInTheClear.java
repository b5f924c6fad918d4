package dev.ringer.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Leaves TLS out of the transports of {@link InModes} tests, and says why. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface OnlyInTheClear {
    /** What TLS changes. */
    String value();
}
