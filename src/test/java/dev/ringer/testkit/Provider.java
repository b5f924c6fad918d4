package dev.ringer.testkit;

import com.sun.net.httpserver.spi.HttpServerProvider;
import java.util.Map;

/** The two servers that are compared. Both are reached by class name, so that the kit compiles without either. */
public enum Provider {
    /** The server that comes with the JDK. */
    JDK("sun.net.httpserver.DefaultHttpServerProvider"),
    /** The server under test. */
    RINGER("dev.ringer.RingerProvider");

    private final String className;

    Provider(String className) {
        this.className = className;
    }

    /** Whether the class is there. */
    public boolean available() {
        try {
            Class.forName(className);
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    /** What must be set while a server is created. Without it a client waits 40 ms for the second packet of a response. */
    Map<String, String> properties() {
        return this == JDK ? Map.of("sun.net.httpserver.nodelay", "true") : Map.of();
    }

    /** A new provider object. */
    public HttpServerProvider open() {
        try {
            return (HttpServerProvider)
                    Class.forName(className).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("no provider " + className, e);
        }
    }
}
