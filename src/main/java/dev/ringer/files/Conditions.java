package dev.ringer.files;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.OptionalLong;

/** Evaluates the conditions of a request, such as If-None-Match, in the order of RFC 9110, 13.2.2. */
final class Conditions {
    /** The result for a request that would get a 200 if it had no conditions. */
    enum Outcome {
        /** The request has no condition, or all conditions are true. The response is a 200 or 206. */
        PROCEED,
        /** The client already has the current version of the file. The response is a 304. */
        NOT_MODIFIED,
        /** The file is not in the state that the client expects. The response is a 412. */
        FAILED
    }

    private Conditions() {}

    /**
     * Evaluates the conditions of a GET or HEAD request for a file. A condition with a date is ignored if the date is
     * invalid or the field appears twice.
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

    /**
     * Whether the file was modified after the date in the field {@code name}. Returns {@code withoutDate} if there is
     * no valid date, or if the file has no date.
     */
    private static boolean modifiedSince(Headers request, String name, StoredFile file, boolean withoutDate) {
        List<String> lines = request.get(name);
        if (lines == null || lines.size() != 1 || file.lastModified() == null) {
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
     * Whether the server may answer with the ranges that the client asks for (RFC 9110, 13.1.5). This is so if there is
     * no {@code If-Range}, or if {@code If-Range} contains the strong entity tag or the date of the current file.
     */
    static boolean rangesHold(Headers request, StoredFile file) {
        List<String> lines = request.get("If-Range");
        if (lines == null) {
            return true;
        }
        String validator = lines.size() == 1 ? lines.get(0).strip() : "";
        if (file.entityTag() == null || EntityTags.isWeak(file.entityTag())) {
            // The file was written so recently that another change might leave its date and its entity tag the same.
            return false;
        }
        return validator.equals(file.entityTag()) || validator.equals(file.lastModified());
    }
}
