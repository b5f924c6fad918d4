package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks what users see: only types of Ringer's public packages and of the JDK, and where null is meant. */
class PublicApiTest {
    private static final List<String> PACKAGES =
            List.of("", "events", "files", "headers", "multipart", "observe", "options", "tls", "websocket");

    @Test
    void showsNoTypeOfTheInternals() throws Exception {
        List<String> leaks = new ArrayList<>();
        for (Class<?> shown : shownClasses()) {
            for (Method method : shown.getDeclaredMethods()) {
                if (isShown(method.getModifiers())) {
                    note(leaks, method.toString(), method.getReturnType());
                    note(leaks, method.toString(), method.getParameterTypes());
                }
            }
            for (Constructor<?> constructor : shown.getDeclaredConstructors()) {
                if (isShown(constructor.getModifiers())) {
                    note(leaks, constructor.toString(), constructor.getParameterTypes());
                }
            }
            for (Field field : shown.getDeclaredFields()) {
                if (isShown(field.getModifiers())) {
                    note(leaks, field.toString(), field.getType());
                }
            }
            note(leaks, shown.toString(), shown.getInterfaces());
        }

        assertThat(leaks).isEmpty();
    }

    @Test
    void everyPublicPackageSaysWhereNullIsMeant() throws IOException {
        for (String name : PACKAGES) {
            Path info = Path.of("src/main/java/dev/ringer").resolve(name).resolve("package-info.java");
            assertThat(Files.readString(info)).as(name).contains("\n@NullMarked\npackage dev.ringer");
        }
    }

    private static void note(List<String> leaks, String where, Class<?>... types) {
        for (Class<?> type : types) {
            Class<?> element = type.isArray() ? type.getComponentType() : type;
            if (element.getName().startsWith("dev.ringer.internal.")) {
                leaks.add(where);
            }
        }
    }

    private static boolean isShown(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static List<Class<?>> shownClasses() throws IOException, ClassNotFoundException {
        List<Class<?>> shown = new ArrayList<>();
        for (String name : PACKAGES) {
            Path folder = Path.of("target/classes/dev/ringer").resolve(name);
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".class")).toList()) {
                    String simple = file.getFileName().toString().replace(".class", "");
                    if (!simple.equals("package-info") && !simple.equals("module-info")) {
                        Class<?> loaded = Class.forName("dev.ringer." + (name.isEmpty() ? "" : name + '.') + simple);
                        if (isShown(loaded.getModifiers())) {
                            shown.add(loaded);
                        }
                    }
                }
            }
        }
        return shown;
    }
}
