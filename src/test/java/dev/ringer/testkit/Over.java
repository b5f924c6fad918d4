package dev.ringer.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The transports over which the {@link InModes} tests of a package, a class or a method run; the nearest one counts. Where there is
 * none, they run in the clear. {@link Http1Only} and {@link OnlyInTheClear} leave out some of these transports.
 */
@Target({ElementType.PACKAGE, ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Over {
    /** The transports, the usual one first. */
    Transport[] value();
}
