package dev.ringer.headers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.exchange.RequestHeaders;
import dev.ringer.internal.headers.FixedHeaders;
import dev.ringer.internal.headers.UnmodifiableHeaders;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No method may fall through to the map of the superclass, which is always empty. */
class OverriddenMethodsTest {
    static Stream<Method> methods() {
        return Stream.of(Headers.class, Map.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic());
    }

    @ParameterizedTest
    @MethodSource("methods")
    void ringerHeadersHasItsOwn(Method method) throws NoSuchMethodException {
        if (Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() == Map.class) {
            return;
        }

        assertThat(RingerHeaders.class.getMethod(method.getName(), method.getParameterTypes()))
                .extracting(Method::getDeclaringClass)
                .isEqualTo(RingerHeaders.class);
    }

    @ParameterizedTest
    @ValueSource(classes = {FixedHeaders.class, RequestHeaders.class})
    void unmodifiableHeadersHaveTheirOwn(Class<?> type) {
        methods()
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .forEach(method -> assertThat(implementer(type, method))
                        .as(method.toString())
                        .isIn(type, UnmodifiableHeaders.class));
    }

    private static Class<?> implementer(Class<?> type, Method method) {
        try {
            return type.getMethod(method.getName(), method.getParameterTypes()).getDeclaringClass();
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }
}
