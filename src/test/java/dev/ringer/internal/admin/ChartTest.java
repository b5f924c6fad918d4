package dev.ringer.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the charts and numbers of the admin page. */
class ChartTest {
    @Test
    void endsAtARoundNumber() {
        assertThat(Chart.scale(1)).isEqualTo(1);
        assertThat(Chart.scale(1, 0.2)).isEqualTo(1);
        assertThat(Chart.scale(1, 1.1, 0)).isEqualTo(2);
        assertThat(Chart.scale(1, 4, 3)).isEqualTo(5);
        assertThat(Chart.scale(1, 5)).isEqualTo(5);
        assertThat(Chart.scale(1, 99)).isEqualTo(100);
        assertThat(Chart.scale(0.001, 0.0042)).isEqualTo(0.005);
        assertThat(Chart.scaleOfBytes(3000)).isEqualTo(4096);
    }

    @Test
    void placesTheLatestBarAtTheRight() {
        String svg = new Chart(10)
                .bars("good", new double[] {0, 5}, new double[] {10, 5})
                .svg("Requests");

        assertThat(svg)
                .contains("viewBox=\"0 0 300 80\"", "aria-label=\"Requests\"")
                .contains("<path class=\"good\" ", " d=\"M290 80V0h4V80zM295 40V0h4V40z\"/>");
    }

    @Test
    void interruptsALineWhereNothingIsKnown() {
        String svg =
                new Chart(10).line("info", new double[] {10, 0, Double.NaN, 5}).svg("Time");

        assertThat(svg).contains("d=\"M282 0h.01L287 80M297 40h.01\"");
    }

    @Test
    void isEmptyWithoutValues() {
        double[] none = {};

        assertThat(new Chart(1).bars("good", none, none).line("info", none).svg("Nothing"))
                .doesNotContain("good", "info");
    }

    @Test
    void writesNumbersForPeople() {
        assertThat(Units.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Units.number(0)).isEqualTo("0");
        assertThat(Units.number(0.125)).isEqualTo("0.13");
        assertThat(Units.number(12.34)).isEqualTo("12.3");
        assertThat(Units.number(1234.5)).isEqualTo("1,235");
        assertThat(Units.bytes(1536)).isEqualTo("1.50 KiB");
        assertThat(Units.bytes(1 << 20)).isEqualTo("1 MiB");
        assertThat(Units.duration(59)).isEqualTo("59 s");
        assertThat(Units.duration(300)).isEqualTo("5 min 0 s");
        assertThat(Units.duration(7500)).isEqualTo("2 h 5 min");
        assertThat(Units.duration(90_000)).isEqualTo("1 d 1 h");
    }
}
