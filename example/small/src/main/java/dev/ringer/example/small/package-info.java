/**
 * Four small programs on {@code com.sun.net.httpserver} with Ringer: {@link dev.ringer.example.small.Pictures},
 * {@link dev.ringer.example.small.Rooms}, {@link dev.ringer.example.small.Site} and
 * {@link dev.ringer.example.small.Uploads}.
 */
package dev.ringer.example.small;
