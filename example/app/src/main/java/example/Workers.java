package example;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The three usual ways to run handlers, by the name that stands on the command line. */
enum Workers {
    /** No executor: one handler at a time, on the server's own thread. */
    NONE {
        @Override
        Executor executor() {
            return null;
        }
    },
    /** A fixed pool of platform threads. */
    POOL {
        @Override
        Executor executor() {
            return Executors.newFixedThreadPool(32);
        }
    },
    /** A virtual thread per request; from JDK 21. */
    VIRTUAL {
        @Override
        Executor executor() {
            try {
                var factory = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
                return (Executor) factory.invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new UnsupportedOperationException("virtual threads need JDK 21 or newer", e);
            }
        }
    };

    abstract Executor executor();

    static Workers named(String name) {
        return Arrays.stream(values())
                .filter(workers -> workers.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not none, pool or virtual"));
    }
}
