package dev.ringer.headers;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something done to headers that contain {@code Foo: 1, 2} and {@code Bar: x}.
 *
 * @param name what is done
 * @param action does it
 * @param newest what comes of it in the newest JDK where 17 differs, otherwise null
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

    /** Result and state, or exception and state, independent of the order of the fields. */
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
