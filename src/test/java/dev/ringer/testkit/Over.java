package dev.ringer.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The transports for the {@link InModes} tests of a package, a class or a method. The nearest annotation counts.
 * Without one, the tests run over TCP in clear text. {@link Http1Only} and {@link OnlyInTheClear} exclude some of these
 * transports.
 */
@Target({ElementType.PACKAGE, ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Over {
    /** The transports, the usual one first. */
    Transport[] value();
}
