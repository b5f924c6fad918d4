package dev.ringer;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Whether the source files of each package can be put in an order in which each uses only files below it. So no file
 * needs to be read together with the files that use it.
 */
class InsidePackagesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(Path.of("target", "classes"));

    /** Packages that still have circles. */
    private static final Set<String> LATER = Set.of(
            "dev.ringer.internal.bytes",
            "dev.ringer.internal.http1",
            "dev.ringer.internal.protocol",
            "dev.ringer.internal.transport",
            "dev.ringer.internal.transport.tls",
            "dev.ringer.internal.websocket",
            "dev.ringer.websocket");

    @TestFactory
    Iterable<DynamicTest> filesDependOnFilesBelowThemOnly() {
        Set<String> packages = new TreeSet<>();
        CLASSES.forEach(type -> packages.add(type.getPackageName()));
        packages.removeAll(LATER);
        return packages.stream()
                .map(name -> DynamicTest.dynamicTest(
                        name,
                        () -> slices().assignedFrom(new SourceFiles(name))
                                .should()
                                .beFreeOfCycles()
                                .check(CLASSES)))
                .toList();
    }

    /** Each source file of one package is a slice, with the classes that are nested in its class. */
    private record SourceFiles(String name) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            if (!type.getPackageName().equals(name)) {
                return SliceIdentifier.ignore();
            }
            JavaClass outermost = type;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            return SliceIdentifier.of(outermost.getSimpleName());
        }

        @Override
        public String getDescription() {
            return "source files of " + name;
        }
    }
}
