package dev.ringer.headers;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Applies an operation to headers that contain {@code Foo: 1, 2} and {@code Bar: x}.
 *
 * @param name describes the operation
 * @param action performs the operation
 * @param newest the outcome in the newest JDK where it differs from JDK 17, otherwise null
 */
record HeadersCase(String name, Action action, String newest) {
    interface Action {
        Object apply(Headers headers);
    }

    static HeadersCase same(String name, Action action) {
        return new HeadersCase(name, action, null);
    }

    static HeadersCase olderIn17(String name, String newest, Action action) {
        return new HeadersCase(name, action, newest);
    }

    /** Returns the result or the exception, and the state of the headers, independent of the order of the fields. */
    String outcome(Headers headers) {
        headers.add("Foo", "1");
        headers.add("foo", "2");
        headers.set("Bar", "x");
        String result;
        try {
            result = String.valueOf(action.apply(headers));
        } catch (RuntimeException e) {
            result = e.getClass().getSimpleName();
        }
        return result + " " + sorted(headers);
    }

    private static String sorted(Map<String, List<String>> headers) {
        return new TreeMap<>(headers).toString().replace("\r", "\\r").replace("\n", "\\n");
    }

    @Override
    public String toString() {
        return name;
    }
}
