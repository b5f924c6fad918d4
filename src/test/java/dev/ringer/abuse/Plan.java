package dev.ringer.abuse;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Describes how all connections of one attack behave. Chained calls build the plan. */
final class Plan {
    /** The besieged server to attack, in the order of the ports. */
    enum Target {
        CLEAR,
        TLS,
        LEGACY
    }

    /** The part of the answers that a connection reads. */
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

    /** Sets what each connection sends first, or as much of it as the server accepts. */
    Plan sends(String text) {
        byte[] bytes = bytes(text);
        return sends(() -> bytes);
    }

    /** Does the same as {@link #sends(String)}, with new bytes for each connection. */
    Plan sends(Supplier<byte[]> bytes) {
        opening = bytes;
        return this;
    }

    /** Sets what each connection sends at each later step. */
    Plan drips(String text) {
        drop = bytes(text);
        return this;
    }

    /** Sets the time between two steps of a connection, and between its end and the next connection. */
    Plan every(int milliseconds) {
        paceNanos = TimeUnit.MILLISECONDS.toNanos(milliseconds);
        return this;
    }

    /** Sets the time after which the client resets a connection and opens another. */
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
