package dev.ringer.multipart;

import dev.ringer.internal.observe.SettingsLog;
import java.util.Locale;

/**
 * Says how strictly a form must follow the RFCs.
 *
 * @since 0.1.0
 */
public enum FormCompliance {
    /**
     * Forms must follow RFC 7578 and RFC 2046 exactly. A form with a deviation is refused with 400. This is the
     * default.
     */
    RFC7578,

    /**
     * Deviations that older clients and servers produce are tolerated, if the meaning is still clear. The form's list
     * of violations has each deviation that was tolerated.
     */
    LEGACY;

    static final String PROPERTY = "ringer.multipart.compliance";

    /**
     * Returns the mode that the system property {@value #PROPERTY} names; {@link #RFC7578} if the property is not set.
     * An unknown name also means {@link #RFC7578}, and the log contains a warning.
     */
    static FormCompliance fromProperty() {
        String name = System.getProperty(PROPERTY, "").strip().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "", "rfc7578" -> RFC7578;
            case "legacy" -> LEGACY;
            default -> {
                SettingsLog.propertyIgnored(
                        PROPERTY, SettingsLog.invalidValue(PROPERTY, "expected one of rfc7578, legacy; using rfc7578"));
                yield RFC7578;
            }
        };
    }
}
