package example;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes maps, lists, strings, numbers and booleans as JSON. */
final class Json {
    private Json() {}

    static String text(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + text(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Json::text).collect(Collectors.joining(",", "[", "]"));
        }
        return value instanceof String string ? quoted(string) : String.valueOf(value);
    }

    private static String quoted(String string) {
        var json = new StringBuilder("\"");
        string.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", c));
            } else {
                json.append((char) c);
            }
        });
        return json.append('"').toString();
    }
}
