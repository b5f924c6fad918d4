package dev.ringer.contract;

import java.util.function.Function;

/** A set of JDK releases whose server differs from Ringer. */
final class Releases {
    /** Whether one release differs from Ringer. */
    enum Verdict {
        DIFFERS,
        AGREES,
        /** An update release that was not tested; both behaviours are right. */
        UNKNOWN
    }

    private final String text;
    private final Function<Runtime.Version, Verdict> verdict;

    private Releases(String text, Function<Runtime.Version, Verdict> verdict) {
        this.text = text;
        this.verdict = verdict;
    }

    static Releases all() {
        return new Releases("all", version -> Verdict.DIFFERS);
    }

    static Releases before(int feature) {
        return new Releases(
                "before " + feature, version -> version.feature() < feature ? Verdict.DIFFERS : Verdict.AGREES);
    }

    static Releases since(int feature) {
        return new Releases(
                "since " + feature, version -> version.feature() >= feature ? Verdict.DIFFERS : Verdict.AGREES);
    }

    /** Returns the releases up to 17.0.15. An update up to 17.0.21 brought the behaviour of the later releases. */
    static Releases old17() {
        return new Releases("17.0.15 and older", version -> {
            if (version.feature() != 17) {
                return Verdict.AGREES;
            }
            return version.update() <= 15 ? Verdict.DIFFERS : version.update() >= 21 ? Verdict.AGREES : Verdict.UNKNOWN;
        });
    }

    /** Returns releases without the updates of October 2026, which made the JDK's parser stricter. */
    static Releases beforeOctober2026() {
        return new Releases("before the updates of October 2026", version -> switch (version.feature()) {
            case 17 -> version.update() < 21 ? Verdict.DIFFERS : Verdict.AGREES;
            case 21 -> version.update() < 13 ? Verdict.DIFFERS : Verdict.AGREES;
            case 25 -> version.update() <= 3 ? Verdict.DIFFERS : Verdict.UNKNOWN;
            default -> version.feature() < 25 ? Verdict.DIFFERS : Verdict.UNKNOWN;
        });
    }

    Verdict on(Runtime.Version version) {
        return verdict.apply(version);
    }

    @Override
    public String toString() {
        return text;
    }
}
