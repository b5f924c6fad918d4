package dev.ringer.internal.headers;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Makes the maps in which response headers are stored. The property {@code ringer.headers.map} names the kind of map.
 * Thread-safe.
 */
public final class StorageMaps {
    /**
     * The name of Ringer's own map for headers. This map is small, keeps the order of insertion, and needs no list for
     * a single value.
     */
    public static final String COMPACT = "compact";

    /** The name that stands for {@link LinkedHashMap}. */
    public static final String LINKED = "linked";

    private StorageMaps() {}

    /**
     * Returns a factory for maps in which headers are stored.
     *
     * @param name {@value #COMPACT}, {@value #LINKED} or the name of a public class that implements {@link Map}, has a
     *     public constructor without parameters and takes strings as keys and lists as values; the context class loader
     *     of the calling thread loads that class
     * @return makes new, empty maps; null for {@value #COMPACT}, which headers use by default
     * @throws IllegalArgumentException if the class does not exist or cannot be used; the message says why
     */
    public static Supplier<Map<String, List<String>>> factory(String name) {
        return switch (name) {
            case COMPACT -> null;
            case LINKED -> LinkedHashMap::new;
            default -> factoryOf(name);
        };
    }

    private static Supplier<Map<String, List<String>>> factoryOf(String className) {
        Constructor<? extends Map<String, List<String>>> constructor = constructor(className);
        if (!create(constructor).isEmpty()) {
            throw unusable(className, "a new instance is not empty", null);
        }
        return () -> create(constructor);
    }

    // The user who names a class promises that the class has these type arguments.
    @SuppressWarnings("unchecked")
    private static Constructor<? extends Map<String, List<String>>> constructor(String className) {
        try {
            Class<?> type = Class.forName(className, true, classLoader());
            if (!Map.class.isAssignableFrom(type)) {
                throw unusable(className, "it does not implement java.util.Map", null);
            }
            return (Constructor<? extends Map<String, List<String>>>) type.getConstructor();
        } catch (ClassNotFoundException | LinkageError e) {
            throw unusable(className, "it is neither compact, linked nor a class that can be loaded", e);
        } catch (NoSuchMethodException e) {
            throw unusable(className, "it has no public no-argument constructor", e);
        }
    }

    private static ClassLoader classLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : ClassLoader.getSystemClassLoader();
    }

    private static <M> M create(Constructor<M> constructor) {
        String className = constructor.getDeclaringClass().getName();
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw unusable(className, "its constructor failed", e.getCause());
        } catch (InstantiationException | IllegalAccessException e) {
            throw unusable(className, "it is abstract or not accessible", e);
        }
    }

    private static IllegalArgumentException unusable(String className, String reason, Throwable cause) {
        return new IllegalArgumentException("cannot use the map " + className + " for headers: " + reason, cause);
    }
}
