/**
 * Events for the JDK's Flight Recorder. Until somebody records, the JVM loads only
 * {@link dev.ringer.internal.jfr.FlightRecorderWatch}. Other packages use only that class, and report events to an
 * {@link dev.ringer.internal.observe.EventRecorder}. This is the only package that uses {@code jdk.jfr}, a module that
 * may be missing.
 */
package dev.ringer.internal.jfr;
