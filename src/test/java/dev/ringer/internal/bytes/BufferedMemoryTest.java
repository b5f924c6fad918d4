package dev.ringer.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the memory account: what it counts, whom it evicts when it is exhausted, how often it searches for them. */
class BufferedMemoryTest {
    private static final long LATER = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong clock = new AtomicLong();
    private final BufferedMemory memory = new BufferedMemory(6400, clock::get);
    private final List<Holder> holders = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private int looks;

    @BeforeEach
    void tellOfHolders() {
        memory.holders(
                () -> {
                    looks++;
                    return List.<BufferedMemory.Connection>copyOf(holders).iterator();
                },
                later::add);
    }

    /** Releases its memory immediately when it is evicted. */
    private class Holder implements BufferedMemory.Connection {
        final ClientMemory kept;
        private boolean atWork;
        private int silence;

        Holder() {
            this(memory);
        }

        Holder(BufferedMemory account) {
            kept = new ClientMemory(account);
        }

        Holder holds(long bytes) {
            kept.take(bytes);
            return this;
        }

        boolean triesToHold(long bytes) {
            return kept.tryTake(bytes);
        }

        @Override
        public long retainedBytes() {
            return kept.bytes();
        }

        @Override
        public boolean evictable() {
            return !atWork;
        }

        @Override
        public boolean evict() {
            kept.releaseAll();
            return true;
        }

        @Override
        public void executeNext(Runnable task) {
            task.run();
        }

        @Override
        public int silence() {
            return silence;
        }
    }

    private Holder holder() {
        Holder holder = new Holder();
        holders.add(holder);
        return holder;
    }

    private Holder atWork() {
        Holder holder = holder();
        holder.atWork = true;
        return holder;
    }

    @Test
    void letsTheLargestGoAndNotWhoComesNew() {
        Holder small = holder().holds(1000);
        Holder largest = holder().holds(3000);
        Holder large = holder().holds(2000);

        Holder newcomer = holder().holds(1000);

        assertThat(memory.admits()).isTrue();
        assertThat(largest.retainedBytes()).isZero();
        assertThat(List.of(small.retainedBytes(), large.retainedBytes(), newcomer.retainedBytes()))
                .containsExactly(1000L, 2000L, 1000L);
        assertThat(memory.taken()).isEqualTo(4000);
        assertThat(memory.evictions()).isEqualTo(1);
    }

    @Test
    void ofThoseThatHoldAboutAsMuchTheMostSilentGoes() {
        Holder active = holder().holds(2040);
        Holder silent = holder().holds(1900);
        Holder small = holder().holds(1000);
        silent.silence = 20;
        small.silence = 1000;

        holder().holds(2000);

        assertThat(silent.retainedBytes()).isZero();
        assertThat(List.of(active.retainedBytes(), small.retainedBytes())).containsExactly(2040L, 1000L);
    }

    @Test
    void letsAsManyGoAsItTakes() {
        for (int i = 0; i < 6; i++) {
            holder().holds(1000);
        }

        Holder newcomer = new Holder().holds(2000);

        assertThat(memory.admits()).isTrue();
        assertThat(newcomer.retainedBytes()).isEqualTo(2000);
        assertThat(memory.evictions()).as("1600 and a 16th of all").isEqualTo(2);
    }

    @Test
    void doesNotInterruptHandlersAtWorkAndRefusesWhoComesNew() {
        Holder working = atWork().holds(6000);

        assertThat(memory.tryTake(1000)).isFalse();

        assertThat(working.retainedBytes()).isEqualTo(6000);
        assertThat(memory.taken()).as("the refused part is not taken").isEqualTo(6000);
        assertThat(memory.admits()).as("who needs no more").isTrue();
        assertThat(memory.evictions()).isZero();
        assertThat(memory.refused()).isEqualTo(1);
    }

    /** An account with a limit of 640 KiB, used in units of 1 KiB. */
    private final BufferedMemory large = new BufferedMemory(640 << 10, clock::get);

    @Test
    void keepsAQuarterForTheSmall() {
        large.holders(holders, later::add);

        assertThat(work(400)).isTrue();
        assertThat(work(100)).as("more than three quarters").isFalse();
        assertThat(work(70)).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(work(32)).isTrue();
        }
        assertThat(work(33)).isFalse();
        assertThat(large.admits()).isTrue();
        assertThat(large.refused()).isEqualTo(2);
        assertThat(large.taken()).isEqualTo(630 << 10);
    }

    @Test
    void whoCanBeEvictedTakesNothingFromThoseAtWork() {
        large.holders(holders, later::add);
        Holder stalled = new Holder(large).holds(600 << 10);
        holders.add(stalled);

        assertThat(work(400)).isTrue();

        assertThat(stalled.retainedBytes()).isZero();
    }

    @Test
    void handlersThatHaveEndedLeaveRoomForLargeOnes() {
        large.holders(holders, later::add);
        for (int i = 0; i < 10; i++) {
            assertThat(work(400)).isTrue();
            clock.addAndGet(LATER);
            holders.remove(0).kept.releaseAll();
        }
        assertThat(work(400)).isTrue();
        clock.addAndGet(LATER);
        assertThat(work(400)).isFalse();
    }

    private boolean work(int kibibytes) {
        Holder working = new Holder(large);
        working.atWork = true;
        holders.add(working);
        return working.triesToHold(kibibytes << 10);
    }

    @Test
    void admitsAgainOnceThereIsRoom() {
        Holder working = atWork().holds(7000);
        assertThat(memory.admits()).isFalse();

        working.evict();

        assertThat(memory.admits()).isTrue();
        assertThat(memory.tryTake(6400)).isTrue();
    }

    @Test
    void looksForHoldersOnlyWhenItIsSpentAndThenSeldom() {
        atWork().holds(6400);
        assertThat(looks).isZero();

        for (int i = 0; i < 100; i++) {
            assertThat(memory.tryTake(1)).isFalse();
        }
        assertThat(looks).isEqualTo(1);

        clock.addAndGet(LATER);
        assertThat(memory.tryTake(1)).isFalse();
        assertThat(looks).isEqualTo(2);
    }

    /** Another thread may ask for little while a large amount is being refused. */
    @Test
    void refusesNothingSmallForTheSakeOfSomethingLargeThatIsRefused() {
        BufferedMemory large = new BufferedMemory(1 << 20, clock::get);
        List<Boolean> meanwhile = new ArrayList<>();
        Holder working = new Holder(large) {
            @Override
            public long retainedBytes() {
                meanwhile.add(large.tryTake(1000));
                return super.retainedBytes();
            }
        };
        working.atWork = true;
        large.holders(() -> List.<BufferedMemory.Connection>of(working).iterator(), later::add);
        assertThat(working.triesToHold(700 << 10)).isTrue();
        clock.addAndGet(LATER);

        assertThat(large.tryTake(600 << 10)).isFalse();

        assertThat(meanwhile).isNotEmpty().doesNotContain(false);
    }

    @Test
    void looksAgainAtOnceWhenMuchMoreIsTaken() {
        atWork().holds(6400);
        memory.take(400);
        assertThat(looks).isEqualTo(1);

        memory.take(400);
        assertThat(looks).isEqualTo(1);
        memory.take(1);
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void remembersBetweenLooksThatRoomIsBeingMade() {
        List<Runnable> loop = new ArrayList<>();
        Holder slow = new Holder() {
            @Override
            public void executeNext(Runnable task) {
                loop.add(task);
            }
        };
        holders.add(slow.holds(6000));

        assertThat(memory.tryTake(500)).isTrue();
        assertThat(memory.tryTake(100)).isTrue();
        assertThat(looks).isEqualTo(1);
        assertThat(memory.evictions()).as("its loop is busy").isZero();

        loop.forEach(Runnable::run);
        assertThat(memory.taken()).isEqualTo(600);
        assertThat(memory.evictions()).isEqualTo(1);
    }

    @Test
    void looksAgainLaterForWhoCouldNotGoAtOnce() {
        Holder working = atWork().holds(7000);
        assertThat(later).hasSize(1);

        working.atWork = false;
        clock.addAndGet(LATER);
        later.remove(0).run();

        assertThat(working.retainedBytes()).isZero();
        assertThat(later).isEmpty();
    }

    /** A busy loop may have several evictions pending, of which the first may free enough. */
    @Test
    void evictsNobodyOnceThereIsEnough() {
        List<Runnable> due = new ArrayList<>();
        Holder large = new Holder() {
            @Override
            public boolean evict() {
                kept.release(3200);
                return true;
            }

            @Override
            public void executeNext(Runnable task) {
                due.add(task);
            }
        };
        holders.add(large.holds(6400));
        for (int i = 0; i < 3; i++) {
            clock.addAndGet(LATER);
            holder().holds(500);
        }
        assertThat(due).hasSizeGreaterThan(1);

        due.forEach(Runnable::run);

        assertThat(memory.evictions()).isEqualTo(1);
        assertThat(memory.taken()).isEqualTo(6400 + 3 * 500 - 3200);
    }

    @Test
    void reliesOnRoomThatIsBeingMadeWithinBoundsOnly() {
        Holder promised = new Holder() {
            @Override
            public void executeNext(Runnable task) {
                // never evicts, as if the loop were busy
            }
        };
        holders.add(promised.holds(6400));
        Holder working = atWork();

        assertThat(working.triesToHold(400)).isTrue();
        assertThat(working.triesToHold(400)).isTrue();
        assertThat(working.triesToHold(400)).isFalse();
    }

    @Test
    void whatAStreamKeepsIsItsConnectionsToo() {
        Holder connection = holder();
        ClientMemory stream = new ClientMemory(connection.kept);

        stream.take(100);

        assertThat(stream.bytes()).isEqualTo(100);
        assertThat(connection.retainedBytes()).isEqualTo(100);
        assertThat(memory.taken()).isEqualTo(100);
        stream.release(40);
        assertThat(connection.retainedBytes()).isEqualTo(60);
    }

    @Test
    void aRentedBufferIsItsConnectionsUntilItIsGivenBack() {
        BufferPool<byte[]> pool = new BufferPool<>(2, () -> new byte[100], memory, 100);
        ClientMemory connection = new ClientMemory(memory);

        byte[] buffer = connection.rent(pool);

        assertThat(connection.bytes()).isEqualTo(100);
        connection.giveBack(pool, buffer);
        assertThat(connection.bytes()).isZero();
        assertThat(memory.taken()).isZero();
    }

    /** In an earlier version, the check threw, and nobody released the memory that the caller had taken. */
    @Test
    void losesNothingIfThereIsNoMemoryToLookForHolders() {
        Holder holder = holder();
        memory.holders(BufferedMemoryTest::spent, later::add);

        assertThat(holder.triesToHold(7000)).isFalse();
        clock.addAndGet(LATER);
        holder.holds(7000);

        tellOfHolders();
        assertThat(holder.retainedBytes()).isEqualTo(7000);
        assertThat(memory.taken()).isEqualTo(7000);
        assertThat(memory.refused()).isEqualTo(1);
    }

    private static Iterator<BufferedMemory.Connection> spent() {
        throw new OutOfMemoryError("on purpose");
    }

    @Test
    void looksAgainLaterThoughThereWasNoMemoryToSayWhen() {
        memory.holders(holders, task -> {
            throw new OutOfMemoryError("on purpose");
        });
        memory.take(7000);

        tellOfHolders();
        memory.take(1);

        assertThat(later).hasSize(1);
    }

    @Test
    void withoutALimitNobodyGoes() {
        BufferedMemory unlimited = new BufferedMemory(0);
        unlimited.holders(holders, later::add);
        Holder holder = holder().holds(10);

        unlimited.take(Long.MAX_VALUE / 2);

        assertThat(unlimited.admits()).isTrue();
        assertThat(holder.retainedBytes()).isEqualTo(10);
    }

    @Test
    void countsBuffersOfAPoolThatAreInUse() {
        BufferPool<byte[]> pool = new BufferPool<>(2, () -> new byte[100], memory, 100);
        List<byte[]> rented = List.of(pool.rent(), pool.rent(), pool.rent());
        assertThat(memory.taken()).isEqualTo(300);

        rented.forEach(pool::release);
        assertThat(pool.spareBytes()).as("two are kept").isEqualTo(200);
        assertThat(memory.taken()).as("nothing for a client").isZero();

        pool.release(pool.rent());
        assertThat(pool.spareBytes()).isEqualTo(200);
    }

    @Test
    void buffersThatNobodyUsesGoFirst() {
        BufferPool<byte[]> pool = new BufferPool<>(2, () -> new byte[2000], memory, 2000);
        List.of(pool.rent(), pool.rent()).forEach(pool::release);
        Holder holder = holder().holds(2000);

        assertThat(memory.tryTake(3000)).isTrue();

        assertThat(memory.taken()).isEqualTo(5000);
        assertThat(holder.retainedBytes()).isEqualTo(2000);
    }
}
