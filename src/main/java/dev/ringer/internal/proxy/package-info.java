/**
 * Reads what proxies in front of the server say about their clients, in headers of the PROXY protocol and in fields of
 * requests. Nothing of this package is loaded if no proxy is trusted.
 */
package dev.ringer.internal.proxy;
