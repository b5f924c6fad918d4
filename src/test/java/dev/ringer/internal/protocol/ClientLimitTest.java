package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.options.Proxies;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests which addresses count as one client, and what the limit stores about a client. */
class ClientLimitTest {
    @Test
    void countsEachIpv4AddressByItself() throws UnknownHostException {
        ClientLimit limit = new ClientLimit(2, null);

        assertThat(limit.tryEnter(address("192.0.2.1"))).isTrue();
        assertThat(limit.tryEnter(address("192.0.2.1"))).isTrue();
        assertThat(limit.tryEnter(address("192.0.2.1"))).isFalse();
        assertThat(limit.tryEnter(address("192.0.2.2"))).isTrue();
        assertThat(limit.tryEnter(address("0.0.0.0"))).isTrue();
    }

    @Test
    void takesAnIpv6NetworkForOneClient() throws UnknownHostException {
        ClientLimit limit = new ClientLimit(1, null);

        assertThat(limit.tryEnter(address("2001:db8:1:2::1"))).isTrue();
        assertThat(limit.tryEnter(address("2001:db8:1:2:ffff:ffff:ffff:ffff"))).isFalse();
        assertThat(limit.tryEnter(address("2001:db8:1:3::1"))).isTrue();
        assertThat(limit.tryEnter(address("::1"))).isTrue();
        assertThat(limit.tryEnter(address("127.0.0.1"))).isTrue();
        assertThat(limit.tryEnter(address("::ffff:192.0.2.1"))).isTrue(); // an IPv4 address
        assertThat(limit.tryEnter(address("192.0.2.1"))).isFalse();
    }

    @Test
    void leavesAloneWhoIsExempt() throws UnknownHostException {
        InetAddress exempt = address("192.0.2.1");
        ClientLimit limit = new ClientLimit(1, exempt::equals);

        assertThat(limit.tryEnter(exempt)).isTrue();
        assertThat(limit.tryEnter(exempt)).isTrue();
        limit.leave(exempt);
        assertThat(limit.size()).isZero();
        assertThat(limit.tryEnter(address("192.0.2.2"))).isTrue();
        assertThat(limit.tryEnter(address("192.0.2.2"))).isFalse();
    }

    @Test
    void holdsForNobodyBehindAUnixDomainSocketOrAProxy() throws UnknownHostException {
        InetAddress proxy = address("192.0.2.1");
        ServerOptions options = ServerOptions.builder()
                .set(Settings.MAX_CONNECTIONS_PER_CLIENT, 1L)
                .set(Settings.PROXIES, Proxies.of("192.0.2.1"))
                .build();
        ClientLimit limit = ClientLimit.ofDirectClients(options, Settings.MAX_CONNECTIONS_PER_CLIENT);

        for (int i = 0; i < 2; i++) {
            assertThat(limit.tryEnter(UnixPeer.ADDRESS.getAddress())).isTrue();
            assertThat(limit.tryEnter(proxy)).isTrue();
            assertThat(limit.tryEnter(address("127.0.0.1"))).isEqualTo(i == 0);
        }
    }

    @Test
    void remembersNobodyWhoHasLeft() throws UnknownHostException {
        ClientLimit limit = new ClientLimit(2, null);
        List<InetAddress> clients = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            clients.add(InetAddress.getByAddress(new byte[] {10, 0, (byte) (i >> 8), (byte) i}));
        }

        for (InetAddress client : clients) {
            assertThat(limit.tryEnter(client)).isTrue();
            assertThat(limit.tryEnter(client)).isTrue();
            assertThat(limit.tryEnter(client)).isFalse();
        }
        assertThat(limit.size()).isEqualTo(1000);
        for (InetAddress client : clients) {
            limit.leave(client);
            limit.leave(client);
        }

        assertThat(limit.size()).isZero();
        assertThat(limit.tryEnter(clients.get(0))).isTrue();
    }

    @Test
    void remembersNobodyWhereThereIsNoLimit() throws UnknownHostException {
        ClientLimit limit = new ClientLimit(0, null);

        for (int i = 0; i < 1000; i++) {
            assertThat(limit.tryEnter(address("192.0.2.1"))).isTrue();
        }
        assertThat(limit.size()).isZero();
        limit.leave(address("192.0.2.1"));
    }

    @Test
    void staysExactBetweenThreads() throws Exception {
        ClientLimit limit = new ClientLimit(3, null);
        InetAddress client = address("192.0.2.1");
        AtomicInteger most = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> enterAndLeave(limit, client, inside, most));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(most.get()).isBetween(1, 3);
        assertThat(limit.size()).isZero();
    }

    private static void enterAndLeave(ClientLimit limit, InetAddress client, AtomicInteger inside, AtomicInteger most) {
        for (int i = 0; i < 20_000; i++) {
            if (limit.tryEnter(client)) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                inside.decrementAndGet();
                limit.leave(client);
            }
        }
    }

    private static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getByName(literal);
    }
}
