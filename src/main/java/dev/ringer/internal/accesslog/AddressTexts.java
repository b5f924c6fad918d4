package dev.ringer.internal.accesslog;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Formats IP addresses as text, and remembers recent texts. Not thread-safe. */
final class AddressTexts {
    private static final int SIZE = 256;

    private final InetAddress[] addresses = new InetAddress[SIZE];
    private final String[] texts = new String[SIZE];

    /** Returns the numeric text of an IP address, without the port. */
    String of(InetSocketAddress address) {
        InetAddress numbers = address.getAddress();
        int hash = numbers.hashCode();
        int slot = (hash ^ hash >>> 8 ^ hash >>> 16 ^ hash >>> 24) & SIZE - 1;
        if (!numbers.equals(addresses[slot])) {
            addresses[slot] = numbers;
            texts[slot] = numbers.getHostAddress();
        }
        return texts[slot];
    }
}
