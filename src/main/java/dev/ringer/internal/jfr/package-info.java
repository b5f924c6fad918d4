/**
 * Events for the JDK's Flight Recorder. Until a recording begins, the JVM loads only
 * {@link dev.ringer.internal.jfr.FlightRecorderWatch}. Other packages use only that class, and report events to an
 * {@link dev.ringer.internal.observe.EventRecorder}. Only this package uses the module {@code jdk.jfr}, which a Java
 * runtime may lack.
 */
package dev.ringer.internal.jfr;
