/**
 * What proxies in front of the server tell of their clients: headers of the PROXY protocol, and fields of requests. Nothing here
 * is loaded where no proxy is trusted.
 */
package dev.ringer.internal.proxy;
