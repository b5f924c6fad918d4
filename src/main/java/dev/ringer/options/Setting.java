package dev.ringer.options;

import java.util.ArrayList;
import java.util.List;

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
    private final boolean ofProcess;
    private final List<String> parts;

    /**
     * Creates a setting.
     *
     * @param index its index among all settings. In an array of all values, its value has the same index
     * @param ofProcess whether the property can be set for the whole process only, and not for one port
     * @param parts further properties that set parts of the value
     */
    Setting(
            int index,
            String name,
            String property,
            T defaultValue,
            Domain<T> domain,
            boolean ofProcess,
            String... parts) {
        this.index = index;
        this.name = name;
        this.property = property;
        this.defaultValue = defaultValue;
        this.domain = domain;
        this.ofProcess = ofProcess;
        this.parts = List.of(parts);
    }

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

    boolean ofProcess() {
        return ofProcess;
    }

    /** Returns the names of all properties that set the value or a part of it. */
    List<String> properties() {
        List<String> properties = new ArrayList<>();
        properties.add(property);
        properties.addAll(parts);
        return properties;
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

    @SuppressWarnings("unchecked") // only values of this setting are stored at its index
    T of(Object[] values) {
        return (T) values[index];
    }
}
