package dev.ringer.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Excludes HTTP/2 from the transports of {@link InModes} tests, and gives the reason. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Http1Only {
    /** The feature of HTTP/1.1 that the test needs. */
    NotInHttp2 value();
}
