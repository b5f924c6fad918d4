/**
 * Reads what proxies in front of the server say about their clients, in headers of the PROXY protocol and in fields of
 * requests. If a server trusts no proxies, the JVM loads no class of this package.
 */
package dev.ringer.internal.proxy;
