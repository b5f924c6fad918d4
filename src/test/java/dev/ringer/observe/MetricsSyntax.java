package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads both formats of metrics strictly. Fails on a sample outside of its family, on a repeated family or sample, and
 * on histograms whose buckets do not add up.
 *
 * @param types the types by name of family
 * @param samples the values by name and labels
 * @param exemplars the exemplars by name and labels of their sample, without the leading {@code # }
 */
record MetricsSyntax(Map<String, String> types, Map<String, Double> samples, Map<String, String> exemplars) {
    private static final String NAME = "[a-z_]+";
    private static final String LABEL = NAME + "=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\"";
    private static final String LABELS = "\\{" + LABEL + "(?:," + LABEL + ")*}";
    private static final String NUMBER = "[0-9]+(?:\\.[0-9]+)?(?:[eE]-?[0-9]+)?";
    private static final Pattern SAMPLE = Pattern.compile(
            "(" + NAME + ")(" + LABELS + ")? (" + NUMBER + ")(?: # (" + LABELS + " " + NUMBER + " " + NUMBER + "))?");
    private static final Pattern BOUND = Pattern.compile(",?le=\"([^\"]*)\"");
    private static final Map<String, Set<String>> SUFFIXES =
            Map.of("counter", Set.of("_total"), "gauge", Set.of(""), "histogram", Set.of("_bucket", "_sum", "_count"));

    static MetricsSyntax check(String text, MetricsText.Format format) {
        boolean open = format == MetricsText.Format.OPEN_METRICS;
        MetricsSyntax read = new MetricsSyntax(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        assertThat(text).endsWith(open ? "\n# EOF\n" : "\n");
        String family = "";
        for (String line : text.substring(0, text.length() - (open ? 6 : 0)).split("\n")) {
            String[] words = line.split(" ", 4);
            if (words[0].equals("#")) {
                assertThat(words).as(line).hasSize(4);
                assertThat(words[1]).isIn("TYPE", "UNIT", "HELP");
                assertThat(words[1].equals("TYPE") || words[2].equals(family))
                        .as(line)
                        .isTrue();
                if (words[1].equals("TYPE")) {
                    family = words[2];
                    assertThat(read.types.put(family, words[3])).as(line).isNull();
                } else if (words[1].equals("UNIT")) {
                    assertThat(open).isTrue();
                    assertThat(family).endsWith("_" + words[3]);
                }
            } else {
                read.sample(line, family, open);
            }
        }
        read.checkHistograms();
        return read;
    }

    private void sample(String line, String family, boolean open) {
        Matcher matcher = SAMPLE.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        String type = types.get(family);
        Set<String> suffixes = type.equals("counter") && !open ? Set.of("") : SUFFIXES.get(type);
        assertThat(suffixes).as(line).anyMatch(suffix -> matcher.group(1).equals(family + suffix));
        String labels = matcher.group(2) == null ? "" : matcher.group(2);
        String key = matcher.group(1) + labels;
        assertThat(samples.put(key, Double.valueOf(matcher.group(3)))).as(line).isNull();
        if (matcher.group(4) != null) {
            assertThat(open && matcher.group(1).endsWith("_bucket")).as(line).isTrue();
            exemplars.put(key, matcher.group(4));
        }
    }

    /** Checks that buckets are sorted and cumulative, and that the last bucket equals the count. */
    private void checkHistograms() {
        Map<String, Map<Double, Double>> buckets = new LinkedHashMap<>();
        samples.forEach((key, value) -> {
            Matcher bound = BOUND.matcher(key);
            if (bound.find()) {
                String series =
                        bound.replaceFirst("").replace("_bucket{}", "_count").replace("_bucket", "_count");
                double le =
                        bound.group(1).equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound.group(1));
                buckets.computeIfAbsent(series, ignored -> new LinkedHashMap<>())
                        .put(le, value);
            }
        });
        buckets.forEach((series, counts) -> {
            assertThat(counts.keySet()).as(series).containsExactlyElementsOf(new TreeSet<>(counts.keySet()));
            assertThat(new ArrayList<>(counts.values())).as(series).isSorted();
            assertThat(counts.get(Double.POSITIVE_INFINITY)).as(series).isEqualTo(samples.get(series));
        });
    }
}
