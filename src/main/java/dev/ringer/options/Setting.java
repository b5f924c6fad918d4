package dev.ringer.options;

/**
 * One setting of a server: its name, its system property, its default, and the values that it may have. Immutable. All
 * settings are constants of {@link Settings}.
 *
 * @param <T> the type of the setting's values
 * @since 0.1.0
 */
public final class Setting<T> {
    private final int index;
    private final String name;
    private final String property;
    private final T defaultValue;
    private final Domain<T> domain;

    Setting(int index, String name, String property, T defaultValue, Domain<T> domain) {
        this.index = index;
        this.name = name;
        this.property = property;
        this.defaultValue = defaultValue;
        this.domain = domain;
    }

    /**
     * Returns the index of this setting among all settings. In an array of all values, its value has the same index.
     */
    int index() {
        return index;
    }

    /** {@return the name, as messages show it, such as {@code headTimeout}} */
    public String name() {
        return name;
    }

    /** {@return the name of the system property, such as {@code ringer.headTimeout}} */
    public String property() {
        return property;
    }

    /** {@return the default: the value that applies if the setting is not set} */
    public T defaultValue() {
        return defaultValue;
    }

    Domain<T> domain() {
        return domain;
    }

    /**
     * Checks a value that was set in code.
     *
     * @return the value that applies, usually {@code value} itself. For some settings, zero stands for the largest size
     * @throws IllegalArgumentException if the value is impossible; the message names the setting
     * @throws NullPointerException if the value is null
     */
    T checked(T value) {
        if (value == null) {
            throw new NullPointerException(name);
        }
        return domain.checked(name, value);
    }

    T of(Object[] values) {
        return domain.type().cast(values[index]);
    }
}
