package dev.ringer.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FirstUsesTest {
    private static final String ROOT = "dev.ringer.";

    /** What only a setting or a unix domain socket needs, or what is used before a server starts. */
    private static final Set<String> NOT_NEEDED = Set.of(
            "internal.exchange.BodyFiles",
            "internal.exchange.ExchangeListeners",
            "internal.exchange.RecordingListener",
            "internal.observe.RequestMetrics",
            "internal.observe.RequestSeries",
            "internal.observe.SettingsLog",
            "internal.protocol.UnixPeer",
            "internal.transport.FirstUses",
            "internal.transport.UnixListener",
            "internal.transport.UnixListener$PathLock");

    private static Set<String> listed() {
        return Stream.of(FirstUses.CLASSES)
                .flatMap(line -> {
                    String[] parts = line.split(": ");
                    return Stream.of(parts[1].split(" ")).map(name -> parts[0] + '.' + name);
                })
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void namesEveryClassOfItsPackagesThatHasAStaticInitialiser() {
        Set<String> packages = Stream.of(FirstUses.CLASSES)
                .map(line -> ROOT + line.substring(0, line.indexOf(':')))
                .collect(Collectors.toSet());

        Set<String> found = new ClassFileImporter()
                .importPath(Path.of("target", "classes")).stream()
                        .filter(type -> packages.contains(type.getPackageName()))
                        .filter(type -> type.getStaticInitializer().isPresent())
                        .map(JavaClass::getName)
                        .map(name -> name.substring(ROOT.length()))
                        .filter(name -> !NOT_NEEDED.contains(name))
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(listed()).containsAll(found);
        assertThat(named(listed())).isEqualTo(named(found));
    }

    /** Leaves out classes whose names the compiler makes up: compilers of newer JDKs make none for a switch. */
    private static Set<String> named(Set<String> classes) {
        return classes.stream()
                .filter(name -> !name.matches(".*\\$\\d+"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void namesOnlyClassesThatCanBeInitialised() {
        assertThat(named(listed()))
                .allSatisfy(
                        name -> assertThatCode(() -> Class.forName(ROOT + name)).doesNotThrowAnyException());
    }
}
