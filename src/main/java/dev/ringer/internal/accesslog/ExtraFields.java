package dev.ringer.internal.accesslog;

import dev.ringer.internal.names.NormalNames;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.AccessLogOptions.Format;
import java.util.List;

/** The further fields that JSON lines have, as the operator has listed them. Immutable. */
final class ExtraFields {
    /** Separates the values of several fields with the same name (RFC 9110, 5.3). */
    private static final String SEPARATOR = ", ";

    private static final String[] NONE = {};

    private final List<String> ofRequest; // names in lower case, as lines show them
    private final List<String> ofResponse;

    /** Reads the names of {@link AccessLogOptions#fields()}. Only JSON lines have these fields. */
    ExtraFields(AccessLogOptions options) {
        List<String> names = options.format() == Format.JSON ? options.fields() : List.of();
        String response = AccessLogOptions.RESPONSE_FIELD;
        ofRequest = names.stream().filter(name -> !name.startsWith(response)).toList();
        ofResponse = names.stream()
                .filter(name -> name.startsWith(response))
                .map(name -> name.substring(response.length()))
                .toList();
    }

    List<String> ofRequest() {
        return ofRequest;
    }

    List<String> ofResponse() {
        return ofResponse;
    }

    /** Returns the values of a request, in the order of the names. A value is null if the request lacks the field. */
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

    /** Returns the values of a response, in the order of the names. A value is null if the response lacks the field. */
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

    /** Appends a value to the earlier values of the same field. Values that were cut stay as they are. */
    private static String joined(String before, String value) {
        return before == null
                ? BoundedText.of(value)
                : BoundedText.isCut(before) ? before : BoundedText.of(before + SEPARATOR + value);
    }
}
