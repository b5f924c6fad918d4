package dev.ringer.events;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event that you can send on one or more {@link EventStream}s. It is encoded only once, when you create it.
 * Immutable.
 *
 * <pre>{@code
 * ServerSentEvent tick = ServerSentEvent.of("tick");
 * ServerSentEvent price = ServerSentEvent.builder().id("42").name("price").data(json).build();
 * streams.forEach(stream -> stream.trySend(price));
 * }</pre>
 *
 * @since 0.1.0
 */
public final class ServerSentEvent {
    private final @Nullable String id;
    private final @Nullable String name;
    private final @Nullable String data;
    private final @Nullable Duration retry;
    private final byte[] encoded;

    private ServerSentEvent(Builder from) {
        id = from.id;
        name = from.name;
        data = from.data;
        retry = from.retry;
        encoded = encode(this);
    }

    /**
     * Returns an event that has only data. A browser's page gets it in {@code onmessage}.
     *
     * @param data the text, with any number of lines
     * @return a new event
     */
    public static ServerSentEvent of(String data) {
        return builder().data(data).build();
    }

    /**
     * Returns an event with a name and data. A browser's page gets it in its listeners for this name.
     *
     * @param name the name, as for {@link Builder#name}
     * @param data the text, with any number of lines
     * @return a new event
     * @throws IllegalArgumentException if the name has a line end
     */
    public static ServerSentEvent of(String name, String data) {
        return builder().name(name).data(data).build();
    }

    /** {@return a new builder of an event, which has no fields yet} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the id of the event; null if the event has no id} */
    public @Nullable String id() {
        return id;
    }

    /** {@return the name of the event; null if the event has no name} */
    public @Nullable String name() {
        return name;
    }

    /** {@return the data of the event; null if the event has no data} */
    public @Nullable String data() {
        return data;
    }

    /** {@return how long a client that has lost its connection waits before it connects again; null if unset} */
    public @Nullable Duration retry() {
        return retry;
    }

    /** Returns the encoded event. The caller must not modify the array. */
    byte[] encoded() {
        return encoded;
    }

    private static byte[] encode(ServerSentEvent event) {
        StringBuilder text = new StringBuilder();
        if (event.id != null) {
            field(text, "id", event.id);
        }
        if (event.name != null) {
            field(text, "event", event.name);
        }
        if (event.retry != null) {
            field(text, "retry", Long.toString(event.retry.toMillis()));
        }
        if (event.data != null) {
            lines(text, "data", event.data);
        }
        return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns an encoded comment with this text, which may have several lines. No empty line follows, because many
     * clients would take it for an event without data.
     */
    static byte[] comment(String text) {
        StringBuilder lines = new StringBuilder(text.length() + 8);
        lines(lines, "", text);
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Adds a field for each line of the text. As in the client's parser, a line ends with CR, LF or CRLF. */
    private static void lines(StringBuilder to, String field, String text) {
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r') {
                field(to, field, text.substring(begin, i));
                boolean pair = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
                i += pair ? 1 : 0;
                begin = i + 1;
            }
        }
        field(to, field, text.substring(begin));
    }

    /**
     * Adds one line, with a space after the colon. The client removes only this space, so a value that begins with a
     * space keeps it.
     */
    private static void field(StringBuilder to, String field, String value) {
        to.append(field).append(": ").append(value).append('\n');
    }

    @Override
    public String toString() {
        return "ServerSentEvent[id=" + id + ", name=" + name + ", " + encoded.length + " bytes]";
    }

    /**
     * Builds a {@link ServerSentEvent}. Not safe for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private static final Duration MAX_RETRY = Duration.ofMillis(Long.MAX_VALUE);

        /** Servers and proxies refuse requests with longer fields; nginx, for example, beyond 8 KiB. */
        private static final int MAX_ID_BYTES = 4096;

        private @Nullable String id;
        private @Nullable String name;
        private @Nullable String data;
        private @Nullable Duration retry;

        private Builder() {}

        /**
         * Sets the id. A client that reconnects sends the last one it has seen; see {@link EventStream#lastEventId()}.
         * It comes back as the value of a request field, so an id that couldn't come back unchanged is refused.
         *
         * @param value the id, of at most 4096 bytes in UTF-8; an empty id makes the client forget the
         *     last id
         * @return this
         * @throws IllegalArgumentException if the id contains a control character other than a tab, begins or ends with
         *     a space or a tab, has an unpaired surrogate, or is too long
         */
        public Builder id(String value) {
            if (value.chars().anyMatch(c -> c < ' ' && c != '\t' || c == 0x7f)) {
                throw new IllegalArgumentException(
                        "The event id must not contain control characters, which clients cannot send back");
            }
            if (isBlankAt(value, 0) || isBlankAt(value, value.length() - 1)) {
                throw new IllegalArgumentException(
                        "The event id must not begin or end with a space or tab, which clients do not send back");
            }
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
                throw new IllegalArgumentException("The event id must not contain unpaired surrogates");
            }
            if (value.getBytes(StandardCharsets.UTF_8).length > MAX_ID_BYTES) {
                throw new IllegalArgumentException("The event id must not be longer than " + MAX_ID_BYTES + " bytes");
            }
            id = value;
            return this;
        }

        private static boolean isBlankAt(String value, int index) {
            return !value.isEmpty() && (value.charAt(index) == ' ' || value.charAt(index) == '\t');
        }

        /**
         * Sets the name, which a browser calls the type of the event. An event without a name has the type
         * {@code message}.
         *
         * @param value the name
         * @return this
         * @throws IllegalArgumentException if the name contains CR or LF
         */
        public Builder name(String value) {
            if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
                throw new IllegalArgumentException("The event name must not contain line breaks");
            }
            name = value;
            return this;
        }

        /**
         * Sets the data. A browser ignores an event without data, except for its id and retry time.
         *
         * @param value the text. Each CR, LF or CRLF ends a line, and the client gets LF. An unpaired surrogate becomes
         *     a question mark
         * @return this
         */
        public Builder data(String value) {
            data = Objects.requireNonNull(value, "data");
            return this;
        }

        /**
         * Sets how long a client waits before it connects again, after it has lost its connection.
         *
         * @param value the time, in whole milliseconds
         * @return this
         * @throws IllegalArgumentException if the time is negative, or longer than {@link Long#MAX_VALUE} milliseconds
         */
        public Builder retry(Duration value) {
            if (value.isNegative() || value.compareTo(MAX_RETRY) > 0) {
                throw new IllegalArgumentException("retry must be from 0 to " + MAX_RETRY.toMillis() + " ms: " + value);
            }
            retry = value;
            return this;
        }

        /** {@return a new event with the fields of this builder} */
        public ServerSentEvent build() {
            return new ServerSentEvent(this);
        }
    }
}
