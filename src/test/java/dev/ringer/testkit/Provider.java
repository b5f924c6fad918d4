package dev.ringer.testkit;

import com.sun.net.httpserver.spi.HttpServerProvider;
import java.util.Map;

/** The two servers that tests compare. Both are loaded by class name, so that the test kit compiles without either. */
public enum Provider {
    /** The server that comes with the JDK. */
    JDK("sun.net.httpserver.DefaultHttpServerProvider"),
    /** The server under test. */
    RINGER("dev.ringer.RingerProvider");

    private final String className;

    Provider(String className) {
        this.className = className;
    }

    /** Whether the provider's class exists. */
    public boolean available() {
        try {
            Class.forName(className);
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    /**
     * Returns the system properties to set while a server is created. Without {@code nodelay}, a client waits 40 ms for
     * the second packet of a response.
     */
    Map<String, String> properties() {
        return this == JDK ? Map.of("sun.net.httpserver.nodelay", "true") : Map.of();
    }

    /** Returns a new provider. */
    public HttpServerProvider open() {
        try {
            return (HttpServerProvider)
                    Class.forName(className).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("no provider " + className, e);
        }
    }
}
