/**
 * What an operator sees: the only place that logs.
 */
package dev.ringer.internal.observe;
