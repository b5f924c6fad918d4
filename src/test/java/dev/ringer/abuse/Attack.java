package dev.ringer.abuse;

import static dev.ringer.abuse.Defence.LIMITS;
import static dev.ringer.abuse.Defence.MEMORY;
import static dev.ringer.abuse.Defence.MORE_THREADS;
import static dev.ringer.abuse.Defence.RATES;
import static dev.ringer.abuse.Defence.STANDING;
import static dev.ringer.abuse.Plan.Appetite.A_BYTE_AT_A_TIME;
import static dev.ringer.abuse.Plan.Appetite.NOTHING;
import static dev.ringer.abuse.Plan.Target.LEGACY;
import static dev.ringer.abuse.Plan.Target.TLS;

import dev.ringer.testkit.CollidingNames;
import dev.ringer.testkit.Mode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Every known way in which a few cheap connections may harm other clients. */
enum Attack {
    SLOW_HEADS(STANDING, Plan.of(40).sends(get("/ok") + "X-Slow: ").drips("x")),
    BIG_HEADS_STALLED(MEMORY, Plan.of(64).sends(get("/ok") + "X: " + "y".repeat(300_000))),
    BIG_HEADS(MEMORY, Plan.of(10).sends(get("/ok") + large() + "\r\nG").every(200)),
    BIG_HEADS_BEFORE_SLOW_HANDLERS(MEMORY, MORE_THREADS, Plan.of(150).sends(get("/slow") + large() + "\r\nG")),
    ENDLESS_HEADS(
            STANDING,
            Plan.of(4).sends(get("/ok") + "X: ").drips("y".repeat(60_000)).every(100)),
    COLLIDING_NAMES(
            STANDING,
            Plan.of(4).sends(get("/ok?1") + colliding() + "\r\n").every(300).lives(300)),
    DRIPPING_BODIES(
            STANDING,
            MORE_THREADS,
            Plan.of(40).sends(post("/count") + "Content-Length: 100000\r\n\r\n").drips("x")),
    DRIPPING_BODIES_THAT_NOBODY_READS(
            STANDING,
            Plan.of(40)
                    .sends(post("/ignore") + "Content-Length: 100000\r\n\r\n")
                    .drips("x")),
    TINY_CHUNKS(
            STANDING,
            MORE_THREADS,
            Plan.of(10).sends(post("/count") + chunked()).drips("1\r\nx\r\n0001;a\r\nx\r\n".repeat(50))),
    ZEROS_BEFORE_CHUNK_SIZES(
            LIMITS,
            MORE_THREADS,
            Plan.of(4).sends(post("/count") + chunked()).drips(("0".repeat(1000) + "1\r\nx\r\n").repeat(20))),
    SMALL_ANSWERS_NEVER_READ(
            STANDING, RATES, Plan.of(100).sends(get("/pattern?60000") + "\r\n").reads(NOTHING)),
    LARGE_ANSWERS_NEVER_READ(
            STANDING, MORE_THREADS, Plan.of(20).sends(get("/large") + "\r\n").reads(NOTHING)),
    LARGE_ANSWERS_SIPPED(
            STANDING,
            MORE_THREADS,
            Plan.of(20).sends(get("/large") + "\r\n").reads(A_BYTE_AT_A_TIME).every(50)),
    PIPELINES_NEVER_READ(
            MEMORY,
            RATES,
            Plan.of(40).sends((get("/page") + "\r\n").repeat(1_000)).reads(NOTHING)),
    PIPELINES(
            STANDING,
            Plan.of(2).sends((get("/ok?1") + "\r\n").repeat(100)).every(200).lives(1000)),
    IDLE(STANDING, Plan.of(200).sends(get("/ok?1") + "\r\n").every(1000).lives(30_000)),
    SILENT(STANDING, Plan.of(50).every(1000)),
    RESETS(STANDING, Plan.of(6).sends(BadRequests.cutShort()).every(20).lives(20)),
    MALFORMED_HEADS(
            STANDING, Plan.of(6).sends(BadRequests.malformedHeads()).every(40).lives(200)),
    MALFORMED_HEADS_TO_A_TOLERANT_SERVER(
            STANDING,
            Plan.of(4)
                    .against(LEGACY)
                    .sends(BadRequests.malformedHeads())
                    .every(40)
                    .lives(200)),
    MALFORMED_BODIES(
            STANDING,
            MORE_THREADS,
            Plan.of(6).sends(BadRequests.malformedBodies("/count")).every(40).lives(200)),
    MALFORMED_BODIES_TO_A_TOLERANT_SERVER(
            STANDING,
            MORE_THREADS,
            Plan.of(4)
                    .against(LEGACY)
                    .sends(BadRequests.malformedBodies("/count"))
                    .every(40)
                    .lives(200)),
    MALFORMED_BODIES_THAT_NOBODY_READS(
            STANDING,
            Plan.of(6).sends(BadRequests.malformedBodies("/ignore")).every(40).lives(200)),
    FOLDS_AND_BLANKS(
            LIMITS,
            Plan.of(4).against(LEGACY).sends(get("/ok?1") + "A: b\r\n c\r\nX: y" + " ".repeat(370_000) + "z\r\n\r\n")),
    FORM_FLOODS(STANDING, Plan.of(4).sends(form("/form", manyParts()))),
    URLENCODED_FLOODS(STANDING, Plan.of(2).sends(urlencoded("a=%41&".repeat(20_000)))),
    DRIPPING_FORMS(STANDING, MORE_THREADS, Plan.of(20).sends(beginningOfForm()).drips("--B\r\nContent-Disposition: ")),
    ENDLESS_BODIES_REFUSED(
            LIMITS,
            Plan.of(10)
                    .sends(post("/secret") + chunked())
                    .drips("400\r\n" + "x".repeat(1024) + "\r\n")
                    .every(50)),
    BROKEN_CREDENTIALS(
            LIMITS,
            Plan.of(4).sends(get("/secret") + "Authorization: Basic %\r\n\r\n").lives(500)),
    FORGOTTEN_EXCHANGES(STANDING, Plan.of(20).sends(get("/never") + "\r\n")),
    FAILING_HANDLERS(STANDING, Plan.of(2).sends(get("/throws-midway") + "\r\n")),
    HALF_RECORDS(MEMORY, Plan.of(300).against(TLS).sends(record(0x4000, 1_100)).every(1000)),
    HALF_HELLOS(STANDING, Plan.of(40).against(TLS).sends(record(200, 60)).drips("\1")),
    NO_TLS_AT_ALL(STANDING, Plan.of(4).against(TLS).sends(get("/ok") + "\r\n").every(200)),
    RESETS_OF_HANDSHAKES(
            STANDING, Plan.of(2).against(TLS).sends(record(100, 100)).every(50).lives(50));

    private final Defence needed;
    private final Defence neededWithoutExecutor;
    private final Plan plan;

    Attack(Defence needed, Plan plan) {
        this(needed, needed, plan);
    }

    Attack(Defence needed, Defence neededWithoutExecutor, Plan plan) {
        this.needed = needed;
        this.neededWithoutExecutor = neededWithoutExecutor;
        this.plan = plan;
    }

    Plan plan() {
        return plan;
    }

    /** Returns the attacks that a server must withstand in this mode. {@code -Dabuse.attacks} selects some of them. */
    static Set<Attack> on(Mode mode) {
        Set<Defence> present = Defence.present();
        String wanted = System.getProperty("abuse.attacks", "");
        Set<String> names =
                Arrays.stream(wanted.split(",")).filter(name -> !name.isEmpty()).collect(Collectors.toSet());
        Set<Attack> on = EnumSet.allOf(Attack.class);
        on.removeIf(attack -> !present.contains(mode.concurrent() ? attack.needed : attack.neededWithoutExecutor));
        on.removeIf(attack -> !names.isEmpty() && !names.contains(attack.name()));
        return on;
    }

    private static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: test\r\n";
    }

    private static String post(String target) {
        return "POST " + target + " HTTP/1.1\r\nHost: test\r\n";
    }

    private static String chunked() {
        return "Transfer-Encoding: chunked\r\n\r\n";
    }

    /** Returns field lines of 342 KB in all. */
    private static String large() {
        return ("X: " + "y".repeat(1795) + "\r\n").repeat(190);
    }

    private static String colliding() {
        return Arrays.stream(CollidingNames.of(190))
                .map(name -> name + ": y\r\n")
                .collect(Collectors.joining());
    }

    private static String manyParts() {
        return "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n".repeat(2000) + "--B--\r\n";
    }

    private static String form(String target, String body) {
        return post(target) + "Content-Type: multipart/form-data; boundary=B\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    private static String urlencoded(String body) {
        return post("/form") + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    private static String beginningOfForm() {
        return post("/form") + "Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 1000000\r\n\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n\r\n" + "x".repeat(10_000);
    }

    /** Returns the header of a handshake record, and so many octets after it. */
    private static String record(int announced, int sent) {
        return "\26\3\1" + (char) (announced >> 8) + (char) (announced & 0xff) + "\1".repeat(sent);
    }
}
