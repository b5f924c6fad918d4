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
 * Checks that the source files of each package have an order in which each file uses only files below it. So a reader
 * can read each file without the files that use it.
 */
class InsidePackagesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @TestFactory
    Iterable<DynamicTest> filesDependOnFilesBelowThemOnly() {
        Set<String> packages = new TreeSet<>();
        CLASSES.forEach(type -> packages.add(type.getPackageName()));
        return packages.stream()
                .map(name -> DynamicTest.dynamicTest(
                        name,
                        () -> slices().assignedFrom(new SourceFiles(name))
                                .should()
                                .beFreeOfCycles()
                                .check(CLASSES)))
                .toList();
    }

    /** Makes each source file of one package a slice, with the nested classes of its class. */
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
