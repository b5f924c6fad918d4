package dev.ringer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Checks that the jar's reflection metadata for GraalVM's native-image agrees with the code, without building an image.
 */
class NativeImageConfigurationTest {
    private static final String FOLDER = "/META-INF/native-image/dev.ringer/ringer/";
    private static final String SERVICE = "META-INF/services/com.sun.net.httpserver.spi.HttpServerProvider";
    private static final Pattern FIELD_HANDLE =
            Pattern.compile("AtomicField\\.of\\(\\s*MethodHandles\\.lookup\\(\\),\\s*\"(\\w+)\"");
    private static final Pattern METHOD_BY_NAME = Pattern.compile(
            "(\\w+)\\.class\\s*\\.getMethod\\(\"(\\w+)\"|findVirtual\\(\\s*(\\w+)\\.class,\\s*\"(\\w+)\"");

    @Test
    void namesEveryFieldThatAVarHandleReaches() throws Exception {
        TreeSet<String> reached = new TreeSet<>();
        for (Path source : sources()) {
            String file = Path.of("src/main/java").relativize(source).toString();
            String type = file.substring(0, file.length() - ".java".length()).replace('/', '.');
            String code = Files.readString(source);
            if (!file.endsWith("/AtomicField.java")) {
                assertThat(code).as(file).doesNotContain("findVarHandle(");
            }
            Matcher handle = FIELD_HANDLE.matcher(code);
            while (handle.find()) {
                reached.add(type + '#' + handle.group(1));
            }
        }

        assertThat(reached).isNotEmpty();
        assertThat(members("fields")).containsExactlyElementsOf(reached);
    }

    @Test
    void namesEveryMethodOfTheJdkThatIsLookedUpByName() throws Exception {
        TreeSet<String> lookedUp = new TreeSet<>();
        for (Path source : sources()) {
            Matcher method = METHOD_BY_NAME.matcher(Files.readString(source));
            while (method.find()) {
                lookedUp.add(
                        method.group(1) != null
                                ? method.group(1) + '#' + method.group(2)
                                : method.group(3) + '#' + method.group(4));
            }
        }
        List<String> named = members("methods").stream()
                .filter(member -> member.startsWith("java."))
                .map(member -> member.replaceFirst(".*\\.", ""))
                .toList();

        assertThat(named).containsExactlyInAnyOrderElementsOf(lookedUp);
    }

    @Test
    void namesNothingThatIsNotThere() throws Exception {
        for (JsonNode entry : reflection()) {
            Class<?> type = Class.forName(entry.get("name").textValue());
            if (type.getName().startsWith("dev.ringer.")) {
                assertThat(Arrays.stream(type.getDeclaredFields()).map(Field::getName))
                        .containsAll(names(entry, "fields"));
                assertThat(methods(type)).containsAll(names(entry, "methods"));
            }
        }
    }

    @Test
    void hasTheProviderAndItsServiceFile() throws Exception {
        String pattern =
                read("resource-config.json").at("/resources/includes/0/pattern").textValue();

        assertThat(members("methods")).contains(RingerProvider.class.getName() + "#<init>");
        assertThat(SERVICE).matches(pattern);
        try (InputStream service = RingerProvider.class.getResourceAsStream('/' + SERVICE)) {
            assertThat(new String(service.readAllBytes(), UTF_8).strip()).isEqualTo(RingerProvider.class.getName());
        }
    }

    private static List<String> methods(Class<?> type) {
        Stream<String> methods = Arrays.stream(type.getDeclaredMethods()).map(Method::getName);
        return Stream.concat(methods, Stream.of("<init>")).toList();
    }

    /** Returns the members in the form {@code package.Type#member}, sorted. */
    private static TreeSet<String> members(String kind) throws IOException {
        TreeSet<String> members = new TreeSet<>();
        for (JsonNode entry : reflection()) {
            names(entry, kind).forEach(name -> members.add(entry.get("name").textValue() + '#' + name));
        }
        return members;
    }

    private static List<String> names(JsonNode entry, String kind) {
        return StreamSupport.stream(entry.path(kind).spliterator(), false)
                .map(member -> member.get("name").textValue())
                .toList();
    }

    private static JsonNode reflection() throws IOException {
        return read("reflect-config.json");
    }

    private static JsonNode read(String name) throws IOException {
        try (InputStream file = RingerProvider.class.getResourceAsStream(FOLDER + name)) {
            return new ObjectMapper().readTree(file);
        }
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }
}
