package dev.ringer.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The modes that {@link EveryMode} and {@link OnRinger} ask for, as far as this JVM has them. {@code -Dringer.test.modes} with
 * some of them, between commas, leaves out the others.
 */
final class ModeArguments implements ArgumentsProvider {
    private static final String MODES = System.getProperty("ringer.test.modes", "ALL");

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        return modes(context)
                .filter(Mode::available)
                .filter(ModeArguments::isWanted)
                .map(Arguments::of);
    }

    private static boolean isWanted(Mode mode) {
        return MODES.equals("ALL") || List.of(MODES.split(",")).contains(mode.name());
    }

    private static Stream<Mode> modes(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), OnRinger.class)
                .map(ModeArguments::modes)
                .orElseGet(() -> modes(AnnotationSupport.findAnnotation(context.getElement(), EveryMode.class)
                        .orElseThrow()));
    }

    private static Stream<Mode> modes(EveryMode every) {
        return Arrays.stream(Mode.values()).filter(mode -> mode.concurrent() || !every.concurrent());
    }

    private static Stream<Mode> modes(OnRinger onRinger) {
        if (!Provider.RINGER.available()) {
            return Stream.empty();
        }
        List<Mode> wanted = List.of(onRinger.value());
        return Arrays.stream(Mode.values()).filter(mode -> wanted.isEmpty() || wanted.contains(mode));
    }
}
