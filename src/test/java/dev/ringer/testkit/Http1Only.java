package dev.ringer.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Leaves HTTP/2 out of the transports of {@link InModes} tests, and says why. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Http1Only {
    /** The part of HTTP/1.1 that the test is about. */
    NotInHttp2 value();
}
