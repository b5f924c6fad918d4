package dev.ringer;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that the source files of each package have an order in which each file uses only files below it. So a reader
 * can read each file without the files that use it. A part of a connection or a stream may know its owner: the two are
 * one thing in two files.
 */
class InsidePackagesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(Path.of("target", "classes"));

    /** Files whose classes may know the owner of their objects, or the one kind that they keep or make, with its file. */
    private static final Map<String, String> OWNERS = Map.ofEntries(
            Map.entry("Http1Stream", "Http1Connection"),
            Map.entry("RequestReader", "Http1Connection"),
            Map.entry("RequestBody", "Http1Stream"),
            Map.entry("ConnectionTimes", "Http1Connection"),
            Map.entry("TotalTimes", "Http1Connection"),
            Map.entry("KeptOutput", "ConnectionOutput"),
            Map.entry("Http2Stream", "Http2Connection"),
            Map.entry("RequestOpener", "Http2Connection"),
            Map.entry("FrameReceiver", "Http2Connection"),
            Map.entry("FrameInput", "Http2Connection"),
            Map.entry("StreamEnds", "Http2Connection"),
            Map.entry("ConnectionMemory", "Http2Connection"),
            Map.entry("Http2Times", "Http2Connection"),
            Map.entry("Departure", "Http2Connection"),
            Map.entry("RequestContent", "Http2Stream"),
            Map.entry("StreamTransport", "Http2Stream"),
            Map.entry("SendOrder", "ResponseSender"),
            Map.entry("FrameOutput", "ResponseSender"),
            Map.entry("BufferedMemory", "BufferPool"),
            Map.entry("OpenFiles", "ReopenableFile"),
            Map.entry("RequestBodyStream", "Exchange"),
            Map.entry("StreamSource", "Exchange"),
            Map.entry("StoredBodyStream", "Exchange"),
            Map.entry("ResponseBodyStream", "Exchange"),
            Map.entry("ExchangeAttributes", "Exchange"),
            Map.entry("EventHandOver", "Exchange"),
            Map.entry("WebSocketUpgrade", "Exchange"),
            Map.entry("AccessRecord", "AccessLog"),
            Map.entry("LogWriter", "AccessLog"),
            Map.entry("CoreStatistics", "ServerCore"),
            Map.entry("LoopConnections", "SocketConnection"),
            Map.entry("LoopDrain", "SocketConnection"),
            Map.entry("EventLoop", "SocketConnection"),
            Map.entry("StandIn", "EventLoop"),
            Map.entry("Deadline", "Transport"),
            Map.entry("FormReceiver", "Form"),
            Map.entry("DeliveryQueue", "WebSocketConnection"),
            Map.entry("Delivery", "WebSocketConnection"),
            Map.entry("MessageRecipient", "WebSocketConnection"),
            Map.entry("MessageInput", "WebSocketConnection"),
            Map.entry("MessageReceiver", "WebSocketConnection"),
            Map.entry("WebSocketTimes", "WebSocketConnection"));

    @TestFactory
    Iterable<DynamicTest> filesDependOnFilesBelowThemOnly() {
        Set<String> packages = new TreeSet<>();
        CLASSES.forEach(type -> packages.add(type.getPackageName()));
        return packages.stream()
                .map(name -> DynamicTest.dynamicTest(
                        name,
                        () -> leavingOutOwners(slices().assignedFrom(new SourceFiles(name))
                                        .should()
                                        .beFreeOfCycles())
                                .check(CLASSES)))
                .toList();
    }

    private static SliceRule leavingOutOwners(SliceRule rule) {
        SliceRule result = rule;
        for (Map.Entry<String, String> each : OWNERS.entrySet()) {
            result = result.ignoreDependency(
                    DescribedPredicate.describe(each.getKey(), type -> isIn(type, each.getKey())),
                    DescribedPredicate.describe(each.getValue(), type -> isIn(type, each.getValue())));
        }
        return result;
    }

    private static boolean isIn(JavaClass type, String sourceFile) {
        return outermost(type).getSimpleName().equals(sourceFile);
    }

    private static JavaClass outermost(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().get();
        }
        return outermost;
    }

    /** Makes each source file of one package a slice, with the nested classes of its class. */
    private record SourceFiles(String name) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            if (!type.getPackageName().equals(name)) {
                return SliceIdentifier.ignore();
            }
            return SliceIdentifier.of(outermost(type).getSimpleName());
        }

        @Override
        public String getDescription() {
            return "source files of " + name;
        }
    }
}
