package dev.ringer.multipart;

import dev.ringer.internal.observe.SettingsLog;
import java.util.Locale;

/**
 * How closely a form must follow the RFCs.
 *
 * @since 0.1.0
 */
public enum FormCompliance {
    /** Follows RFC 7578 and RFC 2046 to the letter, and refuses deviations with 400. This is the default. */
    RFC7578,

    /**
     * Also accepts deviations of older clients and servers if the meaning is still clear. The form's violations list
     * each deviation that was accepted.
     */
    LEGACY;

    static final String PROPERTY = "ringer.multipart.compliance";

    /**
     * Returns the mode that the property {@value #PROPERTY} names; {@link #RFC7578} if it is not set. An unknown name
     * also means {@link #RFC7578}, and the log warns of it.
     */
    static FormCompliance fromProperty() {
        String name = System.getProperty(PROPERTY, "").strip().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "", "rfc7578" -> RFC7578;
            case "legacy" -> LEGACY;
            default -> {
                SettingsLog.propertyIgnored(PROPERTY, "it takes one of rfc7578, legacy; rfc7578 holds");
                yield RFC7578;
            }
        };
    }
}
