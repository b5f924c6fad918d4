package dev.ringer.proxy;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/** A socket that sends a header before the first bytes that are written, in the same write. */
final class HeaderInFront extends Socket {
    private byte[] header;

    HeaderInFront(int port, byte[] header) throws IOException {
        super(InetAddress.getLoopbackAddress(), port);
        this.header = header;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new FilterOutputStream(super.getOutputStream()) {
            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                ByteArrayOutputStream piece = new ByteArrayOutputStream();
                piece.writeBytes(header);
                piece.write(from, offset, length);
                header = new byte[0];
                out.write(piece.toByteArray());
            }
        };
    }
}
