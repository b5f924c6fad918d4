package dev.ringer.multipart;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.util.Map;

/**
 * A character set of the JDK, with corrections where the WHATWG Encoding Standard decodes common characters
 * differently. It only decodes. Immutable.
 */
final class BrowserCharset extends Charset {
    private static final Map<String, BrowserCharset> CORRECTED = Map.of(
            // browsers write the euro sign of GBK as one byte, which GB 18030 does not have
            "GB18030", new BrowserCharset("GB18030", "", "", '\u20ac'),
            // JIS X 0208 as Windows maps it; the wave dash, for example, is a full-width tilde
            "x-eucJP-Open",
                    new BrowserCharset(
                            "x-eucJP-Open",
                            "\u301c\u2212\u2016\u00a2\u00a3\u00ac\u2014",
                            "\uff5e\uff0d\u2225\uffe0\uffe1\uffe2\u2015",
                            '\0'),
            // two letters of Belarusian
            "KOI8-U", new BrowserCharset("KOI8-U", "\u255d\u256c", "\u045e\u040e", '\0'),
            "x-MacUkraine", new BrowserCharset("x-MacUkraine", "\u00a4", "\u20ac", '\0'));

    private final String base;
    private final String from;
    private final String to;
    /** The character that the byte 0x80 stands for; 0 if the character set of the JDK knows. */
    private final char euro;

    private BrowserCharset(String base, String from, String to, char euro) {
        super("x-browser-" + base, null);
        this.base = base;
        this.from = from;
        this.to = to;
        this.euro = euro;
    }

    /** Returns a character set of the JDK, corrected where this is necessary. */
    static Charset like(String name) {
        Charset corrected = CORRECTED.get(name);
        return corrected == null ? Charset.forName(name) : corrected;
    }

    @Override
    public boolean contains(Charset other) {
        return other instanceof BrowserCharset
                ? other.equals(this)
                : Charset.forName(base).contains(other);
    }

    @Override
    public boolean canEncode() {
        return false;
    }

    @Override
    public CharsetEncoder newEncoder() {
        throw new UnsupportedOperationException(name() + " supports only decoding");
    }

    @Override
    public CharsetDecoder newDecoder() {
        return new Decoder();
    }

    private final class Decoder extends CharsetDecoder {
        private final CharsetDecoder decoder = Charset.forName(base).newDecoder();

        Decoder() {
            super(BrowserCharset.this, 1, 2);
        }

        @Override
        protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
            while (true) {
                int begin = out.position();
                // the result of an incomplete character is UNDERFLOW; then the superclass knows what to do at the end
                CoderResult result = decoder.decode(in, out, false);
                correct(out, begin);
                if (!result.isMalformed() || euro == 0 || in.get(in.position()) != (byte) 0x80) {
                    return result;
                }
                if (!out.hasRemaining()) {
                    return CoderResult.OVERFLOW;
                }
                in.get();
                out.put(euro);
            }
        }

        private void correct(CharBuffer out, int begin) {
            for (int i = begin; i < out.position() && !from.isEmpty(); i++) {
                int index = from.indexOf(out.get(i));
                if (index >= 0) {
                    out.put(i, to.charAt(index));
                }
            }
        }

        @Override
        protected void implReset() {
            decoder.reset();
        }
    }
}
