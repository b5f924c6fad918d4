package dev.ringer.multipart;

/**
 * Stores one call of the parser and pauses the parser, so that a {@link FormReader} can ask for the calls one by one.
 */
final class PartSlot implements PartSink {
    MultipartParser parser;
    PartHeaders headers;
    byte[] bytes;
    int from;
    int to;
    boolean partEnded;

    @Override
    public void onPartBegin(PartHeaders begun) {
        headers = begun;
        parser.pause();
    }

    @Override
    public void onPartData(byte[] slice, int offset, int length) {
        bytes = slice;
        from = offset;
        to = offset + length;
        parser.pause();
    }

    @Override
    public void onPartEnd() {
        partEnded = true;
        parser.pause();
    }
}
