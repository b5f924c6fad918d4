/**
 * Events for the JDK's Flight Recorder. Nothing of it but {@link dev.ringer.internal.jfr.FlightRecorderWatch} is loaded before somebody
 * uses that, and that is the only class that is needed by others: what happens is told to an
 * {@link dev.ringer.internal.observe.EventRecorder}. The one package that sees {@code jdk.jfr}, a module that need not be there.
 */
package dev.ringer.internal.jfr;
