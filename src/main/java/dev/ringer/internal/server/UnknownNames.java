package dev.ringer.internal.server;

import dev.ringer.internal.observe.ServerLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Leaves out the names in an application's lists that the JDK does not know: lists that were written for an older JDK,
 * or for OpenSSL. Logs once for each method that has such names. Thread-safe.
 */
final class UnknownNames {
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    /**
     * Sets the names that the JDK knows; if it knows none of them, its own.
     *
     * @param method the method of {@code HttpsParameters} that the application has called
     * @param names the application's names
     * @param set sets names; throws an {@code IllegalArgumentException} if one is unknown
     * @param standard the JDK's own names
     */
    void setKnown(String method, String[] names, Consumer<String[]> set, String[] standard) {
        try {
            set.accept(names);
            return;
        } catch (IllegalArgumentException ignored) { // at least one name is unknown
        }
        List<String> unknown = new ArrayList<>();
        List<String> known = new ArrayList<>();
        for (String name : names) {
            try {
                set.accept(new String[] {name});
                known.add(name);
            } catch (IllegalArgumentException ignored) { // this one is unknown
                unknown.add(name);
            }
        }
        String[] used = known.isEmpty() ? standard : known.toArray(String[]::new);
        set.accept(used);
        if (logged.add(method)) {
            ServerLog.unknownNames(method, unknown, known.isEmpty() ? "the JDK's defaults" : Arrays.toString(used));
        }
    }
}
