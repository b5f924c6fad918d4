package dev.ringer.internal.accesslog;

import dev.ringer.internal.names.NormalNames;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.AccessLogOptions.Format;
import java.util.List;

/**
 * The names of the request and response fields whose values the operator wants in each JSON line.
 *
 * @param ofRequest the names of request fields, in lower case
 * @param ofResponse the names of response fields, in lower case
 */
record ExtraFields(List<String> ofRequest, List<String> ofResponse) {
    /** Separates the values if a request or response has several fields with the same name (RFC 9110, 5.3). */
    private static final String SEPARATOR = ", ";

    private static final String[] NONE = {};

    /** Reads the names from {@link AccessLogOptions#fields()}. For formats other than JSON there are no names. */
    static ExtraFields from(AccessLogOptions options) {
        List<String> names = options.format() == Format.JSON ? options.fields() : List.of();
        String response = AccessLogOptions.RESPONSE_FIELD;
        return new ExtraFields(
                names.stream().filter(name -> !name.startsWith(response)).toList(),
                names.stream()
                        .filter(name -> name.startsWith(response))
                        .map(name -> name.substring(response.length()))
                        .toList());
    }

    /**
     * Returns the values of the request fields that the operator wants, in the order of {@link #ofRequest()}. A value
     * is null if the request lacks the field.
     */
    String[] of(RequestHead head) {
        if (ofRequest.isEmpty()) {
            return NONE;
        }
        String[] values = new String[ofRequest.size()];
        for (int i = 0; i < values.length; i++) {
            String name = NormalNames.normalize(ofRequest.get(i));
            for (int line = 0; line < head.count(); line++) {
                if (head.hasName(line, name)) {
                    values[i] = joined(values[i], head.value(line));
                }
            }
        }
        return values;
    }

    /**
     * Returns the values of the response fields that the operator wants, in the order of {@link #ofResponse()}. A value
     * is null if the response lacks the field.
     */
    String[] of(ResponseFields fields) {
        String[] values = new String[ofResponse.size()];
        fields.forEach((name, value) -> {
            for (int i = 0; i < values.length; i++) {
                if (name.equalsIgnoreCase(ofResponse.get(i))) {
                    values[i] = joined(values[i], value);
                }
            }
        });
        return values;
    }

    /** Appends a further value to the values of the same field. If they were cut already, returns them unchanged. */
    private static String joined(String before, String value) {
        return before == null
                ? BoundedText.of(value)
                : BoundedText.isCut(before) ? before : BoundedText.of(before + SEPARATOR + value);
    }
}
