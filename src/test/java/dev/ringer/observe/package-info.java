/** What an operator sees: access log, statistics. */
package dev.ringer.observe;
