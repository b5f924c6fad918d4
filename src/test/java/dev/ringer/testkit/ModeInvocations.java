package dev.ringer.testkit;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Provides the invocations of {@link InModes} tests. */
final class ModeInvocations implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
        return true; // JDK 17 has no virtual threads, and system properties may exclude modes
    }

    @Override
    public Stream<Invocation> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method test = context.getRequiredTestMethod();
        List<Mode> modes = modes(test);
        List<Transport> transports = transports(test);
        if (modes.isEmpty() || transports.isEmpty()) {
            return Stream.empty();
        }
        if (Ring.full()) {
            return product(modes, transports);
        }
        int turn = test.toGenericString().hashCode();
        return pairs(
                annotation(test).inTurn() ? List.of(modes.get(Math.floorMod(turn, modes.size()))) : modes,
                transports,
                turn);
    }

    /** Pairs every mode with every transport. */
    private static Stream<Invocation> product(List<Mode> modes, List<Transport> transports) {
        return modes.stream().flatMap(mode -> transports.stream().map(transport -> new Invocation(mode, transport)));
    }

    /** Returns pairs with every mode and every transport at least once. The pairs differ between tests. */
    static Stream<Invocation> pairs(List<Mode> modes, List<Transport> transports, int test) {
        int shift = Math.floorMod(test, transports.size());
        return IntStream.range(0, Math.max(modes.size(), transports.size()))
                .mapToObj(i ->
                        new Invocation(modes.get(i % modes.size()), transports.get((i + shift) % transports.size())));
    }

    private static InModes annotation(Method test) {
        return AnnotationSupport.findAnnotation(test, InModes.class).orElseThrow();
    }

    private static List<Mode> modes(Method test) {
        InModes in = annotation(test);
        List<Mode> named = List.of(in.value());
        return Arrays.stream(Mode.values())
                .filter(mode -> named.isEmpty() || named.contains(mode))
                .filter(mode -> mode.concurrent() || !in.concurrent())
                .filter(Mode::available)
                .filter(mode -> isWanted(mode, "ringer.test.modes"))
                .toList();
    }

    private static List<Transport> transports(Method test) {
        boolean http1Only = isMarked(test, Http1Only.class);
        boolean onlyInTheClear = isMarked(test, OnlyInTheClear.class);
        return over(test)
                .filter(transport -> !http1Only || !transport.isHttp2())
                .filter(transport -> !onlyInTheClear || !transport.isSecure())
                .filter(transport -> isWanted(transport, "ringer.test.transports"))
                .toList();
    }

    private static Stream<Transport> over(Method test) {
        Class<?> type = test.getDeclaringClass();
        return Stream.<AnnotatedElement>of(test, type, type.getPackage())
                .map(element -> AnnotationSupport.findAnnotation(element, Over.class))
                .flatMap(Optional::stream)
                .findFirst()
                .map(over -> Arrays.stream(over.value()))
                .orElseGet(() -> Stream.of(Transport.CLEAR));
    }

    private static boolean isMarked(Method test, Class<? extends Annotation> mark) {
        return isAnnotated(test, mark) || isAnnotated(test.getDeclaringClass(), mark);
    }

    private static boolean isWanted(Enum<?> candidate, String property) {
        String wanted = System.getProperty(property, "");
        return wanted.isEmpty() || List.of(wanted.split(",")).contains(candidate.name());
    }

    /** One run of a test. */
    record Invocation(Mode mode, Transport transport)
            implements TestTemplateInvocationContext, ParameterResolver, BeforeEachCallback, AfterEachCallback {
        @Override
        public String getDisplayName(int index) {
            return mode + " over " + transport;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            Class<?> type = parameter.getParameter().getType();
            return type == Mode.class || type == Transport.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Mode.class ? mode : transport;
        }

        @Override
        public void beforeEach(ExtensionContext context) {
            Transport.setCurrent(transport);
        }

        @Override
        public void afterEach(ExtensionContext context) {
            Transport.setCurrent(Transport.CLEAR);
        }
    }
}
