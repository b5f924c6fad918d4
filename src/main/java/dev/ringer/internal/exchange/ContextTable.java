package dev.ringer.internal.exchange;

import dev.ringer.options.Settings.PathMatching;
import java.util.Arrays;
import java.util.List;

/**
 * The contexts of a server, sorted by the length of their paths, the longest first. So the first match is the most
 * specific. Each change replaces the whole array, so lookups take no lock. Thread-safe.
 */
public final class ContextTable {
    private final PathMatching matching;
    private volatile ServerContext[] contexts = {};

    public ContextTable(PathMatching matching) {
        this.matching = matching;
    }

    /**
     * Adds a context.
     *
     * @throws IllegalArgumentException if there is a context with the same path already
     */
    public synchronized void add(ServerContext context) {
        if (get(context.getPath()) != null) {
            throw new IllegalArgumentException("cannot add context to list");
        }
        int length = context.getPath().length();
        int place = 0;
        while (place < contexts.length && contexts[place].getPath().length() >= length) {
            place++;
        }
        ServerContext[] larger = Arrays.copyOf(contexts, contexts.length + 1);
        System.arraycopy(contexts, place, larger, place + 1, contexts.length - place);
        larger[place] = context;
        contexts = larger;
    }

    /** Removes a context. Returns false if the context is not in the table. */
    public synchronized boolean remove(ServerContext context) {
        ServerContext[] rest = Arrays.stream(contexts)
                .filter(candidate -> candidate != context)
                .toArray(ServerContext[]::new);
        boolean found = rest.length < contexts.length;
        contexts = rest;
        return found;
    }

    public List<ServerContext> all() {
        return List.of(contexts);
    }

    /** Returns the context that has exactly this path; null if there is none. */
    public ServerContext get(String path) {
        for (ServerContext context : contexts) {
            if (context.getPath().equals(path)) {
                return context;
            }
        }
        return null;
    }

    /** Returns the context that serves a request path; null if there is none. */
    ServerContext find(String path) {
        for (ServerContext context : contexts) {
            if (matches(context.getPath(), path)) {
                return context;
            }
        }
        return null;
    }

    private boolean matches(String contextPath, String path) {
        if (!path.startsWith(contextPath)) {
            return false;
        }
        return switch (matching) {
            case STRING_PREFIX -> true;
            case PATH_PREFIX ->
                path.length() == contextPath.length()
                        || contextPath.endsWith("/")
                        || path.charAt(contextPath.length()) == '/';
        };
    }
}
