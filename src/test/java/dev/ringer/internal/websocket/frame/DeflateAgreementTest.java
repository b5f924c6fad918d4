package dev.ringer.internal.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeflateAgreementTest {
    private static final String ANSWER = "permessage-deflate; server_no_context_takeover; client_no_context_takeover";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permessage-deflate",
                "Permessage-Deflate",
                "permessage-deflate; client_max_window_bits",
                "permessage-deflate;client_max_window_bits=8",
                "permessage-deflate;client_max_window_bits=9",
                "permessage-deflate;client_max_window_bits=10",
                "permessage-deflate;client_max_window_bits=14",
                "permessage-deflate; client_max_window_bits = \"15\"",
                "permessage-deflate; server_no_context_takeover; client_no_context_takeover",
                "x-webkit-deflate-frame, permessage-deflate",
                "permessage-deflate; unknown, permessage-deflate",
                "permessage-deflate; server_max_window_bits=10, permessage-deflate; client_max_window_bits",
                ", ,permessage-deflate,"
            })
    void takesTheFirstOfferThatItCan(String line) {
        assertThat(DeflateAgreement.answerTo(List.of(line))).isEqualTo(ANSWER);
    }

    @Test
    void namesTheWindowThatWasAskedFor() {
        assertThat(DeflateAgreement.answerTo(List.of("permessage-deflate; server_max_window_bits=15")))
                .isEqualTo(ANSWER + "; server_max_window_bits=15");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "permessage-bzip2",
                "permessage-deflate; unknown",
                "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
                "permessage-deflate; client_max_window_bits; client_max_window_bits=10",
                "permessage-deflate; server_no_context_takeover=1",
                "permessage-deflate; client_no_context_takeover=true",
                "permessage-deflate; server_max_window_bits",
                "permessage-deflate; server_max_window_bits=14",
                "permessage-deflate; server_max_window_bits=8",
                "permessage-deflate; server_max_window_bits=16",
                "permessage-deflate; client_max_window_bits=1",
                "permessage-deflate; client_max_window_bits=7",
                "permessage-deflate; client_max_window_bits=88",
                "permessage-deflate; client_max_window_bits=16",
                "permessage-deflate; client_max_window_bits=08",
                "permessage-deflate; client_max_window_bits=+9",
                "permessage-deflate; client_max_window_bits=99999999999"
            })
    void declines(String line) {
        assertThat(DeflateAgreement.answerTo(List.of(line))).isNull();
    }

    @Test
    void readsSeveralLinesAsOneList() {
        assertThat(DeflateAgreement.answerTo(List.of("foo; bar=1", "permessage-deflate")))
                .isEqualTo(ANSWER);
        assertThat(DeflateAgreement.answerTo(List.of())).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permessage-deflate;",
                "permessage-deflate; =1",
                "permessage-deflate; a=",
                "permessage-deflate; a=\"b",
                "permessage-deflate; a=\"b c\"",
                "permessage-deflate a",
                "(permessage-deflate)",
                "permessage-deflate, /"
            })
    void refusesWhatIsNoList(String line) {
        assertThatIllegalArgumentException().isThrownBy(() -> DeflateAgreement.answerTo(List.of(line)));
    }
}
