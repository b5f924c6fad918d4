package dev.ringer.multipart;

import java.util.Locale;

/** How closely a form must keep to the RFCs. */
public enum Compliance {
    /** RFC 7578 and RFC 2046 to the letter; what deviates is refused with 400. The default. */
    RFC7578,

    /**
     * Also accepts what older clients and servers got away with, where the meaning is still clear. Each tolerance used
     * is listed among the form's violations.
     */
    LEGACY;

    /** Names the system property that chooses the default: {@code rfc7578} or {@code legacy}. */
    public static final String PROPERTY = "ringer.multipart.compliance";

    /**
     * Reads the mode that {@value #PROPERTY} names.
     *
     * @return the mode; {@link #RFC7578} where the property is not set
     * @throws IllegalArgumentException if it is set to anything else than a mode's name
     */
    public static Compliance fromProperty() {
        String name = System.getProperty(PROPERTY);
        if (name == null || name.isBlank()) {
            return RFC7578;
        }
        return switch (name.strip().toLowerCase(Locale.ROOT)) {
            case "rfc7578" -> RFC7578;
            case "legacy" -> LEGACY;
            default -> throw new IllegalArgumentException(PROPERTY + " must be rfc7578 or legacy");
        };
    }
}
