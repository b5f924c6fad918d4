package dev.ringer.multipart;

import dev.ringer.internal.observe.SettingsLog;
import java.util.Locale;

/**
 * How closely a form must keep to the RFCs.
 *
 * @since 0.1.0
 */
public enum FormCompliance {
    /** RFC 7578 and RFC 2046 to the letter; what deviates is refused with 400. The default. */
    RFC7578,

    /**
     * Also accepts what older clients and servers got away with, where the meaning is still clear. Each tolerance used
     * is listed among the form's violations.
     */
    LEGACY;

    static final String PROPERTY = "ringer.multipart.compliance";

    /** The mode that {@value #PROPERTY} names; {@link #RFC7578} where it is not set, or names none, of which the log warns. */
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
