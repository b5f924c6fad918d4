/**
 * Reads what proxies in front of the server say about their clients, in headers of the PROXY protocol and in fields of
 * requests. The JVM loads no class of this package if the server trusts no proxy.
 */
package dev.ringer.internal.proxy;
