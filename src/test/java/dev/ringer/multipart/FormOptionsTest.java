package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FormOptionsTest {
    static Stream<Method> setters() {
        return Stream.of(FormOptions.Builder.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && method.getParameterCount() == 1);
    }

    static Stream<Method> limitSetters() {
        return setters().filter(setter -> isNumber(setter.getParameterTypes()[0]));
    }

    @ParameterizedTest
    @MethodSource("setters")
    void keepsEachOptionThatIsSet(Method setter) throws ReflectiveOperationException {
        FormOptions.Builder builder = FormOptions.builder();
        Object value = anotherThanTheDefault(setter.getParameterTypes()[0]);

        setter.invoke(builder, value);
        FormOptions options = builder.build();

        assertThat(FormOptions.class.getMethod(setter.getName()).invoke(options))
                .hasToString(value.toString());
        assertThat(options).isNotEqualTo(FormOptions.defaults());
        assertThat(options.toBuilder().build()).isEqualTo(options).hasSameHashCodeAs(options);
        assertThat(options.toString()).contains(setter.getName() + '=' + value);
    }

    @ParameterizedTest
    @MethodSource("limitSetters")
    void refusesNegativeLimits(Method setter) {
        Object negative = setter.getParameterTypes()[0] == int.class ? (Object) (-1) : (Object) (-1L);

        assertThatThrownBy(() -> setter.invoke(FormOptions.builder(), negative))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(setter.getName() + " must not be negative: -1");
    }

    @Test
    void refusesAtOnceWhatCannotBe() {
        FormOptions.Builder builder = FormOptions.builder();

        assertThatIllegalArgumentException().isThrownBy(() -> builder.charset(StandardCharsets.UTF_16));
        assertThatNullPointerException().isThrownBy(() -> builder.charset(null));
        assertThatNullPointerException().isThrownBy(() -> builder.compliance(null));
        assertThat(builder.directory(null).build()).isEqualTo(FormOptions.defaults());
    }

    private static boolean isNumber(Class<?> type) {
        return type == int.class || type == long.class;
    }

    private static Object anotherThanTheDefault(Class<?> type) {
        if (isNumber(type)) {
            return type == int.class ? (Object) 4711 : (Object) 4711L;
        }
        if (type == Charset.class) {
            return StandardCharsets.ISO_8859_1;
        }
        return type == Path.class ? Path.of("elsewhere") : FormCompliance.LEGACY;
    }
}
