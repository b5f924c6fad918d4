/**
 * Events for the JDK's Flight Recorder. Until somebody uses the Flight Recorder, only
 * {@link dev.ringer.internal.jfr.FlightRecorderWatch} is loaded. Other packages need only that class: they report what
 * happens to an {@link dev.ringer.internal.observe.EventRecorder}. This is the only package that uses {@code jdk.jfr},
 * a module that may be missing.
 */
package dev.ringer.internal.jfr;
