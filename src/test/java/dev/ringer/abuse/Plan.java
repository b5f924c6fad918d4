package dev.ringer.abuse;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** How the connections of one attack behave; all in the same way. Made by chained calls. */
final class Plan {
    /** Which of the besieged servers is meant, by the place of its port. */
    enum Target {
        CLEAR,
        TLS,
        LEGACY
    }

    /** How much of the answers a connection reads. */
    enum Appetite {
        NOTHING,
        A_BYTE_AT_A_TIME,
        EVERYTHING
    }

    final int connections;
    Target target = Target.CLEAR;
    Supplier<byte[]> opening = () -> new byte[0];
    byte[] drop = {};
    long paceNanos = TimeUnit.MILLISECONDS.toNanos(500);
    long lifeNanos = TimeUnit.SECONDS.toNanos(5);
    Appetite appetite = Appetite.EVERYTHING;

    private Plan(int connections) {
        this.connections = connections;
    }

    static Plan of(int connections) {
        return new Plan(connections);
    }

    Plan against(Target server) {
        target = server;
        return this;
    }

    /** What each connection sends first, as far as the server takes it. */
    Plan sends(String text) {
        byte[] bytes = bytes(text);
        return sends(() -> bytes);
    }

    /** As {@link #sends(String)}, other bytes each time. */
    Plan sends(Supplier<byte[]> bytes) {
        opening = bytes;
        return this;
    }

    /** What each connection sends then, once at every step. */
    Plan drips(String text) {
        drop = bytes(text);
        return this;
    }

    /** How long a connection waits from one step to the next, and when it was closed, before it comes again. */
    Plan every(int milliseconds) {
        paceNanos = TimeUnit.MILLISECONDS.toNanos(milliseconds);
        return this;
    }

    /** After which time a connection is reset by the client, to come again. */
    Plan lives(int milliseconds) {
        lifeNanos = TimeUnit.MILLISECONDS.toNanos(milliseconds);
        return this;
    }

    Plan reads(Appetite wanted) {
        appetite = wanted;
        return this;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
