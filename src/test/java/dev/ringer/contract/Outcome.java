package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** Compares the two transcripts of one script. */
final class Outcome {
    private final List<String> jdk;
    private final List<String> ringer;
    private final boolean ringerIsThere;
    private final boolean compared;

    Outcome(List<String> jdk, List<String> ringer, boolean ringerIsThere) {
        this.jdk = OverHttp2.translated(jdk);
        this.ringer = OverHttp2.translated(ringer);
        this.ringerIsThere = ringerIsThere;
        this.compared = true;
    }

    /** Creates an outcome of Ringer alone. What a test expects of both servers applies to Ringer. */
    Outcome(List<String> ringer) {
        this.jdk = OverHttp2.translated(ringer);
        this.ringer = this.jdk;
        this.ringerIsThere = true;
        this.compared = false;
    }

    /**
     * Checks that both servers did the same, and that these lines are part of it.
     *
     * @param lines lines that prove that the script tested something
     */
    void agrees(String... lines) {
        assertThat(jdk).as("the JDK's server").containsAll(OverHttp2.translated(List.of(lines)));
        assertThat(ringer)
                .as("Ringer (actual) does as the JDK's server (expected); %s", lineByLine())
                .isEqualTo(jdk);
    }

    private String lineByLine() {
        List<String> onlyJdk = new ArrayList<>(jdk);
        ringer.forEach(onlyJdk::remove);
        List<String> onlyRinger = new ArrayList<>(ringer);
        jdk.forEach(onlyRinger::remove);
        return "only the JDK's: " + onlyJdk + ", only Ringer's: " + onlyRinger;
    }

    /**
     * Checks that the servers differ, or that they agree if the difference does not apply to the running JDK.
     *
     * @return checks for the lines of either server
     */
    Difference differsBy(IntendedDifference difference) {
        if (!compared) {
            return new Difference(false);
        }
        if (ringerIsThere) {
            switch (difference.on(Runtime.version())) {
                case DIFFERS ->
                    assertThat(ringer)
                            .as("listed, but no longer different: %s", difference)
                            .isNotEqualTo(jdk);
                case AGREES ->
                    assertThat(ringer)
                            .as("no longer different on this release: %s", difference)
                            .isEqualTo(jdk);
                case UNKNOWN -> {
                    // nobody has checked this update release: both results are right
                }
            }
        }
        return new Difference(difference.on(Runtime.version()) == Releases.Verdict.DIFFERS);
    }

    /** Does the same as {@link #differsBy}, but accepts both results where the JDK's server varies. */
    Difference mayDifferBy(IntendedDifference difference) {
        if (compared && difference.on(Runtime.version()) == Releases.Verdict.AGREES) {
            agrees();
        }
        return new Difference(false);
    }

    /** Checks either side of an intended difference. */
    final class Difference {
        private final boolean applies;

        private Difference(boolean applies) {
            this.applies = applies;
        }

        /** Checks that the JDK's server produced these lines, if the difference applies. */
        Difference jdk(String... lines) {
            if (applies) {
                assertThat(jdk).as("the JDK's server").containsAll(OverHttp2.translated(List.of(lines)));
            }
            return this;
        }

        /** Checks that Ringer produced these lines, on every release. */
        Difference ringer(String... lines) {
            if (ringerIsThere) {
                assertThat(ringer).as("Ringer").containsAll(OverHttp2.translated(List.of(lines)));
            }
            return this;
        }

        /** Checks that Ringer produced none of these lines. */
        Difference ringerNever(String... lines) {
            if (ringerIsThere) {
                assertThat(ringer).as("Ringer").doesNotContain(lines);
            }
            return this;
        }
    }
}
