/** Tests what an operator sees: the access log, statistics, metrics and Flight Recorder events. */
package dev.ringer.observe;
