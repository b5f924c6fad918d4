package dev.ringer.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerSentEventTest {
    private static String encoded(ServerSentEvent event) {
        return new String(event.encoded(), StandardCharsets.UTF_8);
    }

    @Test
    void hasItsFieldsInOneOrder() {
        ServerSentEvent event = ServerSentEvent.builder()
                .data("hello")
                .retry(Duration.ofSeconds(3))
                .name("greeting")
                .id("42")
                .build();

        assertThat(encoded(event)).isEqualTo("id: 42\nevent: greeting\nretry: 3000\ndata: hello\n\n");
        assertThat(event.id()).isEqualTo("42");
        assertThat(event.name()).isEqualTo("greeting");
        assertThat(event.data()).isEqualTo("hello");
        assertThat(event.retry()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void endsALineOfDataAtEachKindOfLineEnd() {
        assertThat(encoded(ServerSentEvent.of("a\nb\r\nc\rd\n\re")))
                .isEqualTo("data: a\ndata: b\ndata: c\ndata: d\ndata: \ndata: e\n\n");
        assertThat(encoded(ServerSentEvent.of("\n"))).isEqualTo("data: \ndata: \n\n");
        assertThat(encoded(ServerSentEvent.of("a\r\n"))).isEqualTo("data: a\ndata: \n\n");
        assertThat(encoded(ServerSentEvent.of(""))).isEqualTo("data: \n\n");
    }

    /** The client removes one space after the colon. */
    @Test
    void keepsASpaceAtTheBeginningOfALine() {
        assertThat(encoded(ServerSentEvent.of(" a"))).isEqualTo("data:  a\n\n");
    }

    /** Otherwise a client could read one value as several fields, or as another event. */
    @Test
    void letsNoDataPassForAField() {
        assertThat(encoded(ServerSentEvent.of("x\n\nevent: forged\r\rid: 1")).lines())
                .allMatch(line -> line.isEmpty() || line.startsWith("data: "));
    }

    @Test
    void isInUtf8() {
        assertThat(ServerSentEvent.of("é€😀").encoded()).isEqualTo("data: é€😀\n\n".getBytes(StandardCharsets.UTF_8));
        assertThat(encoded(ServerSentEvent.of("\ud83d"))).isEqualTo("data: ?\n\n");
    }

    @Test
    void isEncodedOnce() {
        ServerSentEvent event = ServerSentEvent.of("tick", "1");

        assertThat(event.encoded()).isSameAs(event.encoded());
        assertThat(encoded(event)).isEqualTo("event: tick\ndata: 1\n\n");
    }

    @Test
    void mayHaveNothingButAnId() {
        assertThat(encoded(ServerSentEvent.builder().id("").build())).isEqualTo("id: \n\n");
        assertThat(encoded(ServerSentEvent.builder().retry(Duration.ZERO).build()))
                .isEqualTo("retry: 0\n\n");
    }

    static IntStream controls() {
        return IntStream.concat(IntStream.range(0, ' ').filter(c -> c != '\t'), IntStream.of(0x7f));
    }

    @ParameterizedTest
    @MethodSource("controls")
    void refusesAnIdWithAControlCharacter(int control) {
        for (String id : List.of("a" + (char) control + "b", "a" + (char) control, (char) control + "b")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ServerSentEvent.builder().id(id));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {" a", "a ", "\ta", "a\t", " ", "\t", "a\r\n", "a\ud83d", "\ude00a"})
    void refusesAnIdThatWouldComeBackAsAnother(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerSentEvent.builder().id(id));
    }

    @Test
    void refusesAnIdThatIsTooLongForAField() {
        assertThat(ServerSentEvent.builder().id("é".repeat(2048)).build().id()).hasSize(2048);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerSentEvent.builder().id("é".repeat(2048) + "a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "\r", "a\r\n"})
    void refusesANameThatIsNoLine(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> ServerSentEvent.of(name, "data"));
    }

    @Test
    void refusesTimesThatAClientCannotRead() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerSentEvent.builder().retry(Duration.ofMillis(-1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerSentEvent.builder().retry(Duration.ofSeconds(Long.MAX_VALUE)));
    }

    @Test
    void refusesNoDataAtAll() {
        assertThatNullPointerException().isThrownBy(() -> ServerSentEvent.of(null));
    }

    @Test
    void makesEachLineOfACommentAComment() {
        assertThat(new String(ServerSentEvent.comment("a\ndata: b"), StandardCharsets.UTF_8))
                .isEqualTo(": a\n: data: b\n");
    }

    @Test
    void optionsRefuseNegativeValues() {
        EventStreamOptions.Builder builder = EventStreamOptions.builder();

        assertThatIllegalArgumentException().isThrownBy(() -> builder.heartbeat(Duration.ofNanos(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxPendingBytes(-1));
        assertThat(builder.build()).isEqualTo(EventStreamOptions.defaults());
    }

    @Test
    void optionsKeepWhatTheirBuilderWasGiven() {
        EventStreamOptions options = EventStreamOptions.builder()
                .heartbeat(Duration.ZERO)
                .maxPendingBytes(0)
                .build();

        assertThat(options.heartbeat()).isEqualTo(Duration.ZERO);
        assertThat(options.maxPendingBytes()).isZero();
        assertThat(options.toBuilder().build()).isEqualTo(options).hasSameHashCodeAs(options);
        assertThat(EventStreamOptions.defaults())
                .hasToString("EventStreamOptions[heartbeat=PT15S, maxPendingBytes=1048576]")
                .isNotEqualTo(options);
    }
}
