package dev.ringer.contract;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Transport;
import java.util.List;

/** Plays one script against both servers, in one mode. */
final class Comparison {
    private Comparison() {}

    /** Plays the script on both servers. If Ringer is not available, the JDK's server plays twice. */
    static Outcome play(Mode mode, Script script) throws Exception {
        List<String> jdk = play(Provider.JDK, mode, script);
        boolean ringerIsThere = Provider.RINGER.available();
        List<String> ringer = play(ringerIsThere ? Provider.RINGER : Provider.JDK, mode, script);
        return new Outcome(jdk, ringer, ringerIsThere);
    }

    /** Plays a script that the JDK's server cannot do over TLS. There Ringer plays alone. */
    static Outcome playWithoutJdkOverTls(Mode mode, Script script) throws Exception {
        if (!Transport.current().isSecure()) {
            return play(mode, script);
        }
        return new Outcome(play(Provider.RINGER, mode, script));
    }

    private static List<String> play(Provider provider, Mode mode, Script script) throws Exception {
        try (Stage stage = new Stage(provider, mode)) {
            script.play(stage);
            return stage.transcript();
        } catch (Exception | AssertionError e) {
            throw new AssertionError("while " + provider + " was on stage: " + e, e);
        }
    }
}
