package dev.ringer.internal.http2.response;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.frame.Setting;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.LimitClock;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeFile;
import dev.ringer.testkit.ThreadKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the sending of a response whose stream or connection ends while other threads still fill it. */
class ResponseSenderTest {
    private static final List<String> TYPES = List.of("DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS");

    private final FakeConnection client = new FakeConnection();
    private final FrameOutput output = output(ServerOptions.builder().build(), client);
    private final LoneResponse response = new LoneResponse(output, 1);

    private static FrameOutput output(ServerOptions options, Transport transport) {
        return new FrameOutput(
                transport,
                new OutputShared(new RequestLimits(options), new BufferedMemory(1 << 30), LimitClock.INSTANCE),
                () -> {});
    }

    @BeforeEach
    void begin() throws IOException {
        response.head(new ResponseHead(200, ResponseHead.NO_LENGTH, false, visitor -> {}), -1);
    }

    private int sent() {
        return client.taken().length;
    }

    private void send() {
        output.add(response);
        output.send();
    }

    @Test
    void sendsNoInterimHeadBehindTheFinalOne() {
        send();
        int before = sent();

        response.interim(ResponseHead.CONTINUE);
        send();

        assertThat(sent()).isEqualTo(before);
    }

    @Test
    void keepsNoRoomThatAThreadTakesBehindTheEnd() throws IOException {
        response.beginWriting(0);
        response.markClientGone();
        send();
        assertThat(response.closed()).isTrue();

        response.room().add(new byte[10], 0, 10);
        response.endWriting(0);

        assertThat(response.contentBytes()).isZero();
        assertThat(client.memory().bytes()).isZero();
    }

    @Test
    void keepsNoFurtherRoomThatAThreadTakesBehindTheEnd() throws IOException {
        response.beginWriting(0);
        byte[] full = new byte[ResponseContent.CAPACITY];
        response.room().add(full, 0, full.length);
        response.markClientGone();
        send();
        assertThat(response.closed()).isTrue();

        response.moreRoom().add(full, 0, 10);
        response.endWriting(0);

        assertThat(client.memory().bytes()).isZero();
    }

    @Test
    void isDoneAlsoIfItEndsBehindTheLastGoAway() {
        output.add(ControlFrame.lastGoAway(1, ErrorCode.NO_ERROR));
        output.send();

        response.tryEnd();
        response.markClientGone();
        assertThat(response.done()).isFalse();
        send();

        assertThat(response.done()).isTrue();
    }

    @Test
    void givesItsRoomBackWhileNothingWaitsIfItLasts() {
        response.keepOpenAfterExchange(true);
        for (int i = 0; i < 3; i++) {
            send();
            int before = sent();
            response.add(ByteBuffer.wrap(new byte[10]));
            assertThat(response.contentBytes()).isEqualTo(ResponseContent.CAPACITY);

            send();

            assertThat(sent() - before).isEqualTo(9 + 10);
            assertThat(response.contentBytes()).isZero();
        }
    }

    /** The sending thread gives the buffer back while another thread may be about to add content. */
    @Test
    void losesNothingWhileItsRoomIsGivenBack() throws Exception {
        int count = 300_000;
        output.increaseWindow(1 << 30);
        response.increaseWindow(Setting.DEFAULT_WINDOW, 1 << 30);
        response.keepOpenAfterExchange(true);
        send();
        client.forgetTaken();
        AtomicBoolean over = new AtomicBoolean();
        Thread sender = ThreadKind.PLATFORM.start(() -> {
            while (!over.get()) {
                send();
            }
        });

        for (int i = 0; i < count; i++) {
            ByteBuffer octet = ByteBuffer.wrap(new byte[] {(byte) (i * 31 >>> 3)});
            while (octet.hasRemaining()) {
                response.add(octet);
            }
        }
        over.set(true);
        sender.join();
        send();

        byte[] content = content();
        assertThat(content).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(content[i] == (byte) (i * 31 >>> 3)).isTrue();
        }
    }

    /** A handler writes as much as it may, while the window lets the sending thread send only a little at a time. */
    @Test
    void keepsWhatTheWindowDoesNotTakeInOrder() throws Exception {
        byte[] page = new byte[256 * 1024];
        new Random(3).nextBytes(page);
        output.increaseWindow(1 << 30);
        send();
        client.forgetTaken();
        Thread writer = ThreadKind.PLATFORM.start(() -> {
            try {
                writeAll(page);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Random random = new Random(4);
        for (int left = page.length - Setting.DEFAULT_WINDOW; left > 0 || !response.closed(); ) {
            int more = Math.min(left, random.nextInt(5_000));
            response.increaseWindow(Setting.DEFAULT_WINDOW, more);
            left -= more;
            send();
        }
        writer.join();

        assertThat(Arrays.equals(content(), page)).isTrue();
        assertThat(response.contentBytes()).isZero();
    }

    private void writeAll(byte[] page) throws IOException {
        response.beginWriting(0);
        ResponseContent to = response.room();
        for (int written = 0; written < page.length; ) {
            int count = to.add(page, written, Math.min(1_000, page.length - written));
            written += count;
            if (count == 0) {
                to = response.moreRoom();
            }
        }
        response.endWriting(0);
        response.complete();
    }

    @Test
    void keepsNoMoreThanItMay() throws IOException {
        response.beginWriting(0);
        byte[] full = new byte[ResponseContent.CAPACITY];
        response.room().add(full, 0, full.length);
        for (int i = 1; i < 256 * 1024 / ResponseContent.CAPACITY; i++) {
            response.moreRoom().add(full, 0, full.length);
        }

        assertThat(response.moreRoom()).isNull();
    }

    @Test
    void hasOneRingIfNothingMayBeKept() throws IOException {
        ServerOptions none =
                ServerOptions.builder().set(Settings.RESPONSE_BUFFER, 0L).build();
        ResponseSender only = new LoneResponse(output(none, client), 1);
        only.beginWriting(0);
        only.room().add(new byte[ResponseContent.CAPACITY], 0, ResponseContent.CAPACITY);

        assertThat(only.moreRoom()).isNull();
    }

    /** A client may use the old window size until it reads that the server knows the new one (RFC 9113, 6.5.3). */
    @Test
    void usesALargerWindowBehindTheAcknowledgement() {
        useInitialWindow(0);
        send();
        response.add(ByteBuffer.wrap(new byte[3]));
        client.forgetTaken();

        output.add(response); // queued with the old window size
        useInitialWindow(2);
        output.send();

        assertThat(frames()).containsExactly("SETTINGS 0", "DATA 2");
        client.forgetTaken();
        useInitialWindow(5);
        output.send();
        assertThat(frames()).containsExactly("SETTINGS 0", "DATA 1");
    }

    @Test
    void sendsNoMoreThanTheWindowOfTheConnection() {
        response.increaseWindow(Setting.DEFAULT_WINDOW, 1 << 20);
        send();
        for (int sent = 0; sent < Setting.DEFAULT_WINDOW; sent += 13_107) { // a fifth of the window
            response.add(ByteBuffer.wrap(new byte[13_107]));
            send();
        }
        client.forgetTaken();

        response.add(ByteBuffer.wrap(new byte[9]));
        send();
        assertThat(frames()).isEmpty();

        assertThat(output.increaseWindow(7)).isTrue();
        output.send();
        assertThat(frames()).containsExactly("DATA 7");
    }

    @Test
    void sendsNothingWhileItsWindowIsBelowZero() {
        send();
        response.add(ByteBuffer.wrap(new byte[20_000]));
        send();
        useInitialWindow(16_384);
        response.add(ByteBuffer.wrap(new byte[2_000]));
        client.forgetTaken();

        send();
        assertThat(frames()).containsExactly("SETTINGS 0");
        client.forgetTaken();

        assertThat(response.increaseWindow(16_384, 4_616)).isTrue();
        send();
        assertThat(frames()).containsExactly("DATA 1000");
    }

    @Test
    void refusesWindowsThatAreTooLarge() {
        int room = Integer.MAX_VALUE - Setting.DEFAULT_WINDOW;

        assertThat(output.increaseWindow(room + 1)).isFalse();
        assertThat(output.increaseWindow(room)).isTrue();
        assertThat(output.increaseWindow(1)).isFalse();
        assertThat(response.increaseWindow(Setting.DEFAULT_WINDOW, room + 1)).isFalse();
        assertThat(response.increaseWindow(Setting.DEFAULT_WINDOW, room)).isTrue();
        assertThat(response.allowsWindow(Setting.DEFAULT_WINDOW)).isTrue();
        assertThat(response.allowsWindow(Setting.DEFAULT_WINDOW + 1)).isFalse();
    }

    private void useInitialWindow(int size) {
        PeerSettings settings = new PeerSettings();
        settings.take(Setting.INITIAL_WINDOW_SIZE, size);
        output.add(ControlFrame.settingsAck(settings, List.of(response)));
    }

    @Test
    void isResetOnceForAFaultBehindItsEnd() {
        response.complete();
        send();
        assertThat(response.closed()).isTrue();
        client.forgetTaken();

        output.add(ControlFrame.reset(response, ErrorCode.STREAM_CLOSED));
        output.add(ControlFrame.reset(response, ErrorCode.STREAM_CLOSED));
        output.send();

        assertThat(frames()).containsExactly("RST_STREAM 4");
    }

    @Test
    void isResetOnceForAFaultBeforeItsEnd() {
        output.add(ControlFrame.reset(response, ErrorCode.STREAM_CLOSED));
        response.breakOff(ErrorCode.STREAM_CLOSED);
        send();

        assertThat(frames()).containsExactly("RST_STREAM 4");
        assertThat(response.closed()).isTrue();
    }

    private List<String> frames() {
        List<String> frames = new ArrayList<>();
        for (ByteBuffer bytes = ByteBuffer.wrap(client.taken()); bytes.hasRemaining(); ) {
            int length = bytes.getInt(bytes.position()) >>> 8;
            frames.add(TYPES.get(bytes.get(bytes.position() + 3)) + " " + length);
            bytes.position(bytes.position() + 9 + length);
        }
        return frames;
    }

    private byte[] content() {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (ByteBuffer frames = ByteBuffer.wrap(client.taken()); frames.hasRemaining(); ) {
            byte[] payload = new byte[frames.getInt() >>> 8];
            frames.position(frames.position() + 5);
            frames.get(payload);
            content.writeBytes(payload);
        }
        return content.toByteArray();
    }

    @Test
    void isNotWholeIfItEndsWhileAThreadFillsIt() throws IOException {
        response.beginWriting(0);

        assertThat(response.complete()).isFalse();
        assertThat(response.brokenOff()).isTrue();
    }

    /** The file comes while the loop is sending, after it has looked for files. */
    @Test
    void readsNoFileOnTheLoop() {
        Thread loop = Thread.currentThread();
        FakeConnection onLoop = new FakeConnection() {
            @Override
            public boolean isCurrent() {
                return Thread.currentThread() == loop;
            }
        };
        AtomicBoolean readOnLoop = new AtomicBoolean();
        FakeFile file = new FakeFile() {
            @Override
            public int read(ByteBuffer to, long position) {
                readOnLoop.compareAndSet(false, onLoop.isCurrent());
                int count = to.remaining();
                to.position(to.limit());
                return count;
            }
        };
        int size = 10_000;
        FrameOutput sending = output(ServerOptions.builder().build(), onLoop);
        ResponseSender download = new LoneResponse(sending, 1);
        sending.add(new FrameOutput.Item() {
            @Override
            void compose(FrameOutput output) {
                try {
                    download.head(new ResponseHead(200, ResponseHead.NO_LENGTH, false, visitor -> {}), -1);
                    download.leaveFile(new FileRegion(file, 0, size));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                output.add(download);
                output.send();
            }
        });
        sending.send();

        Deadlines.await("the file is sent", () -> onLoop.taken().length >= size);
        assertThat(readOnLoop).isFalse();
    }
}
