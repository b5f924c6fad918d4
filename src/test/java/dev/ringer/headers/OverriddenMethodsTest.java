package dev.ringer.headers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.exchange.RequestHeaders;
import dev.ringer.internal.headers.FixedHeaders;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that no method falls through to the superclass, whose own map is always empty. The default methods of {@code
 * Map} are safe while the superclass does not override them, because they call the other methods.
 */
class OverriddenMethodsTest {
    @ParameterizedTest
    @ValueSource(classes = {RingerHeaders.class, FixedHeaders.class, RequestHeaders.class})
    void inheritsNothingFromTheHeadersOfTheJdk(Class<?> type) throws NoSuchMethodException {
        List<Method> methods = Arrays.stream(Headers.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) || type == RingerHeaders.class)
                .toList();

        assertThat(methods).hasSizeGreaterThan(15);
        for (Method method : methods) {
            assertThat(type.getMethod(method.getName(), method.getParameterTypes()))
                    .extracting(Method::getDeclaringClass)
                    .isNotEqualTo(Headers.class);
        }
    }
}
