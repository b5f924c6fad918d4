/**
 * Three small programs on {@code com.sun.net.httpserver} with Ringer: {@link dev.ringer.example.small.Pictures},
 * {@link dev.ringer.example.small.Rooms} and {@link dev.ringer.example.small.Site}.
 */
package dev.ringer.example.small;
