/** Tests HTTP/2 as its clients see it: streams of one connection, its rules, its lifetime, and attacks on it. */
package dev.ringer.http2;
