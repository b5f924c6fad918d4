package dev.ringer.files;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.OptionalLong;

/** Conditional requests, in the order of RFC 9110, 13.2.2. */
final class Conditions {
    /** What the conditions make of a request that would be answered with 200. */
    enum Outcome {
        /** There is no condition, or all hold. */
        PROCEED,
        /** The client has it: 304. */
        NOT_MODIFIED,
        /** The client means another state of the file: 412. */
        FAILED
    }

    private Conditions() {}

    /**
     * Looks at the conditions of a GET or HEAD. A date that is none, or is there twice, makes its condition void.
     *
     * @param request the request's header fields
     * @param file the selected representation
     */
    static Outcome of(Headers request, StoredFile file) {
        List<String> match = request.get("If-Match");
        if (match != null) {
            if (!EntityTags.match(match, file.entityTag(), true)) {
                return Outcome.FAILED;
            }
        } else if (modifiedSince(request, "If-Unmodified-Since", file, false)) {
            return Outcome.FAILED;
        }
        List<String> noneMatch = request.get("If-None-Match");
        boolean has = noneMatch != null
                ? EntityTags.match(noneMatch, file.entityTag(), false)
                : !modifiedSince(request, "If-Modified-Since", file, true);
        return has ? Outcome.NOT_MODIFIED : Outcome.PROCEED;
    }

    /** Whether the file is newer than the date in this field. */
    private static boolean modifiedSince(Headers request, String name, StoredFile file, boolean withoutDate) {
        List<String> lines = request.get(name);
        if (lines == null || lines.size() != 1) {
            return withoutDate;
        }
        String text = lines.get(0).strip();
        if (text.equals(file.lastModified())) {
            return false;
        }
        OptionalLong second = HttpDates.second(text);
        return second.isEmpty() ? withoutDate : file.modifiedSecond() > second.getAsLong();
    }

    /**
     * Whether ranges may be answered as asked (RFC 9110, 13.1.5): without {@code If-Range}, or if its tag or date is
     * certainly that of the current bytes.
     */
    static boolean rangesHold(Headers request, StoredFile file) {
        List<String> lines = request.get("If-Range");
        if (lines == null) {
            return true;
        }
        String validator = lines.size() == 1 ? lines.get(0).strip() : "";
        if (EntityTags.isWeak(file.entityTag())) {
            return false; // the file has just been written: neither its date nor its tag is certain
        }
        return validator.equals(file.entityTag()) || validator.equals(file.lastModified());
    }
}
