package dev.ringer.options;

/**
 * One component of {@link ServerOptions}: what it is called in code and as a system property, its default, and which values it
 * may have. Immutable.
 *
 * @param <T> the type of its values
 */
final class Setting<T> {
    private final int index;
    private final String name;
    private final String property;
    private final T standard;
    private final Domain<T> domain;

    /** The setting at a place of the table. */
    Setting(int index, String name, String property, T standard, Domain<T> domain) {
        this.index = index;
        this.name = name;
        this.property = property;
        this.standard = standard;
        this.domain = domain;
    }

    /** Its place in the table, and in each array of values. */
    int index() {
        return index;
    }

    /** The name of its accessor. */
    String name() {
        return name;
    }

    /** The name of its system property. */
    String property() {
        return property;
    }

    T standard() {
        return standard;
    }

    /** Why a text was refused by {@link #parsed}, and what the property takes. */
    String whyNot(IllegalArgumentException refusal) {
        return domain.whyNot(refusal);
    }

    /** The value as the property would be written. */
    String text(T value) {
        return domain.text(value);
    }

    /**
     * Checks a value that code has given.
     *
     * @return the value; instead of zero perhaps what zero means
     * @throws IllegalArgumentException if it cannot be; the message names the setting
     * @throws NullPointerException if there is none
     */
    T checked(T value) {
        if (value == null) {
            throw new NullPointerException(name);
        }
        return domain.checked(name, value);
    }

    /**
     * Reads the text of the property.
     *
     * @throws IllegalArgumentException if it is no possible value
     */
    T parsed(String text) {
        return domain.checked(name, domain.parsed(text));
    }

    T of(Object[] values) {
        return domain.type().cast(values[index]);
    }
}
