package dev.ringer.files;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.OptionalLong;

/** Evaluates conditional requests, in the order of RFC 9110, 13.2.2. */
final class Conditions {
    /** The result of the conditions, for a request that would otherwise get a 200. */
    enum Outcome {
        /** There is no condition, or all hold. */
        PROCEED,
        /** The client has the current file: 304. */
        NOT_MODIFIED,
        /** The client expects another state of the file: 412. */
        FAILED
    }

    private Conditions() {}

    /**
     * Evaluates the conditions of a GET or HEAD. A condition is ignored if its date is invalid or appears twice.
     *
     * @param request the header fields of the request
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

    /** Whether the file is newer than the date in a field. Returns {@code withoutDate} if there is no valid date. */
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
     * Whether the server may answer with the ranges that the client asked for (RFC 9110, 13.1.5). It may if there is no
     * {@code If-Range}, or if that field certainly has the tag or the date of the current bytes.
     */
    static boolean rangesHold(Headers request, StoredFile file) {
        List<String> lines = request.get("If-Range");
        if (lines == null) {
            return true;
        }
        String validator = lines.size() == 1 ? lines.get(0).strip() : "";
        if (EntityTags.isWeak(file.entityTag())) {
            // the file has just been written, so a later change may leave its date and its tag the same
            return false;
        }
        return validator.equals(file.entityTag()) || validator.equals(file.lastModified());
    }
}
