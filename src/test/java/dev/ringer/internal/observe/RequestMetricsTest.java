package dev.ringer.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Allocation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestMetricsTest {
    private static final int GET = RequestMetrics.method("GET");

    private final RequestMetrics metrics = new RequestMetrics();

    @Test
    void findsTheSameSeriesAgainWithoutAllocation() {
        RequestSeries series = metrics.series(GET, "/a", "HTTP/1.1", 200);

        assertThat(metrics.series(GET, "/a", "HTTP/1.1", 200)).isSameAs(series);
        assertThat(metrics.series(GET, "/a", "HTTP/2.0", 200)).isNotSameAs(series);
        assertThat(metrics.series(GET, "/a", "HTTP/1.1", 304)).isNotSameAs(series);
        assertThat(metrics.series(GET, null, "HTTP/1.1", 200)).isNotSameAs(series);
        assertThat(metrics.series(RequestMetrics.method("PUT"), "/a", "HTTP/1.1", 200))
                .isNotSameAs(series);
        assertThat(Allocation.bytesPerCall(() -> {
                    metrics.active(GET, true, 1);
                    metrics.series(GET, "/a", "HTTP/1.1", 200).add(7, 8, 9);
                    metrics.active(GET, true, -1);
                }))
                .isZero();
    }

    @Test
    void namesTheLabels() {
        metrics.series(RequestMetrics.method("get"), null, "HTTP/2.0", 0);

        RequestSeries series = metrics.all().get(0);
        assertThat(series.method()).isEqualTo("_OTHER"); // methods are case-sensitive
        assertThat(series.route()).isNull();
        assertThat(series.version()).isEqualTo("2");
        assertThat(series.status()).isZero();
        for (String method : List.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH")) {
            assertThat(new RequestMetrics()
                            .series(RequestMetrics.method(method), "/", "HTTP/1.0", 200)
                            .method())
                    .isEqualTo(method);
        }
    }

    @Test
    void putsValuesIntoTheBucketsOfTheConventions() {
        RequestSeries series = metrics.series(GET, "/a", "HTTP/1.1", 200);

        assertThat(RequestSeries.durationBounds())
                .containsExactly(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10);
        assertThat(series.add(5_000_000, 0, 100)).isZero(); // a bucket includes its upper bound
        assertThat(series.add(5_000_001, 0, 101)).isEqualTo(1);
        assertThat(series.add(10_000_000_001L, 0, Long.MAX_VALUE - 201)).isEqualTo(14);
        assertThat(series.durations().cumulative()).startsWith(1, 2, 2).endsWith(2, 3);
        assertThat(series.durations().sum()).isEqualTo(10_010_000_002L);
        assertThat(series.requestSizes().cumulative()).containsOnly(3);
        assertThat(series.responseSizes().cumulative()).startsWith(1, 2).endsWith(2, 3);
        assertThat(series.responseSizes().sum()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void boundsTheNumberOfSeries() {
        for (int i = 0; i < 3 * RequestMetrics.MAX_SERIES; i++) {
            metrics.series(GET, "/" + i / 2, "HTTP/1.1", 200 + i % 2).add(1, 0, 0);
        }

        List<RequestSeries> all = metrics.all();
        RequestSeries rest = all.get(RequestMetrics.MAX_SERIES);
        assertThat(all).hasSize(RequestMetrics.MAX_SERIES + 1);
        assertThat(rest.method()).isNull();
        assertThat(rest.durations().cumulative()).containsOnly(2 * RequestMetrics.MAX_SERIES);
        assertThat(metrics.series(GET, "/0", "HTTP/1.1", 200)).isSameAs(all.get(0));
    }

    @Test
    void losesNothingToOtherThreads() throws Exception {
        int threads = 4;
        int statuses = 50;
        int rounds = 200;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Callable<Void> adding = () -> {
                for (int i = 0; i < rounds * statuses; i++) {
                    metrics.series(GET, "/a", "HTTP/1.1", 200 + i % statuses).add(i, 0, 0);
                }
                return null;
            };
            for (Future<Void> each : pool.invokeAll(
                    IntStream.range(0, threads).mapToObj(i -> adding).toList())) {
                each.get();
            }
        } finally {
            pool.shutdown();
        }

        Set<Integer> found = new HashSet<>();
        for (RequestSeries series : metrics.all()) {
            assertThat(found.add(series.status())).isTrue();
            assertThat(series.durations().cumulative()).containsOnly((long) threads * rounds);
        }
        assertThat(found).hasSize(statuses);
    }

    @Test
    void keepsAnExemplarForAWhile() {
        RequestSeries series = metrics.series(GET, "/a", "HTTP/1.1", 200);
        assertThat(series.exemplarDue(2)).isTrue();

        series.exemplar(2, "0af7651916cd43dd8448eb211c80319c", 20_000_000);

        assertThat(series.exemplarDue(2)).isFalse();
        assertThat(series.exemplarDue(3)).isTrue();
        assertThat(series.exemplars()).singleElement().satisfies(exemplar -> {
            assertThat(exemplar.bucket()).isEqualTo(2);
            assertThat(exemplar.traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        });
    }
}
