package published;

import com.tangosol.net.Coherence;
import com.tangosol.net.CoherenceConfiguration;

/** A member of a Coherence cluster of its own, with the page of its metrics. */
final class CacheMember {
    public static void main(String[] arguments) {
        var port = Ready.freePort();
        System.setProperty("coherence.cluster", "test" + port);
        System.setProperty("coherence.wka", "127.0.0.1");
        System.setProperty("coherence.localhost", "127.0.0.1");
        System.setProperty("coherence.log.level", "1");
        System.setProperty("coherence.metrics.http.enabled", "true");
        System.setProperty("coherence.metrics.http.address", "127.0.0.1");
        System.setProperty("coherence.metrics.http.port", Integer.toString(port));
        Coherence.clusterMember(CoherenceConfiguration.builder().build())
                .start()
                .join();
        Ready.at(port);
    }
}
