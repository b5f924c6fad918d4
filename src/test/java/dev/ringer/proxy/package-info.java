/** Ringer behind the proxies that stand in front of real services. */
package dev.ringer.proxy;
