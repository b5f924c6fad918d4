package dev.ringer.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpDateTest {
    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final long LAST = LocalDateTime.of(9999, 12, 31, 23, 59, 59).toEpochSecond(ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "784111777|Sun, 06 Nov 1994 08:49:37 GMT", // RFC 9110, 5.6.7
                "0|Thu, 01 Jan 1970 00:00:00 GMT",
                "-1|Wed, 31 Dec 1969 23:59:59 GMT",
                "951782400|Tue, 29 Feb 2000 00:00:00 GMT"
            })
    void writesAnImfFixdate(long second, String text) {
        HttpDate date = HttpDate.of(second);

        assertThat(date.text()).isEqualTo(text);
        assertThat(new String(date.fieldLine(), StandardCharsets.US_ASCII)).isEqualTo("Date: " + text + "\r\n");
    }

    @Test
    void writesWhatAFormatterWrites() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            long second = random.nextLong(LAST + 1);
            assertThat(HttpDate.of(second).text()).isEqualTo(IMF_FIXDATE.format(Instant.ofEpochSecond(second)));
        }
    }
}
