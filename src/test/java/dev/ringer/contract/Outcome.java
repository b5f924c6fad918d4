package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** The two transcripts of one script, and what may be said about them. */
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

    /** An outcome of Ringer alone, which is held to what is said of it or of both. */
    Outcome(List<String> ringer) {
        this.jdk = OverHttp2.translated(ringer);
        this.ringer = this.jdk;
        this.ringerIsThere = true;
        this.compared = false;
    }

    /**
     * Both did the same, and these lines are part of it.
     *
     * @param lines what proves that the script tested something
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
     * They differ as the list of intended differences says, or agree where it does not apply to the running JDK.
     *
     * @return what to ask about either side
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
                    // an update release nobody has looked at: either is right
                }
            }
        }
        return new Difference(difference.on(Runtime.version()) == Releases.Verdict.DIFFERS);
    }

    /** As {@link #differsBy}, where the JDK's server does now the one and now the other. */
    Difference mayDifferBy(IntendedDifference difference) {
        if (compared && difference.on(Runtime.version()) == Releases.Verdict.AGREES) {
            agrees();
        }
        return new Difference(false);
    }

    /** Either side of an intended difference. */
    final class Difference {
        private final boolean applies;

        private Difference(boolean applies) {
            this.applies = applies;
        }

        /** These lines are among what the JDK's server did, where the difference applies. */
        Difference jdk(String... lines) {
            if (applies) {
                assertThat(jdk).as("the JDK's server").containsAll(OverHttp2.translated(List.of(lines)));
            }
            return this;
        }

        /** These lines are among what Ringer did, on every release. */
        Difference ringer(String... lines) {
            if (ringerIsThere) {
                assertThat(ringer).as("Ringer").containsAll(OverHttp2.translated(List.of(lines)));
            }
            return this;
        }

        /** None of these lines is among what Ringer did. */
        Difference ringerNever(String... lines) {
            if (ringerIsThere) {
                assertThat(ringer).as("Ringer").doesNotContain(lines);
            }
            return this;
        }
    }
}
