package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests agents that start a server in a program that has none. */
@Tag("outer")
class AgentIT {
    private static final String VOLATILE =
            "\"timestamp\":\\d+|\"(?:agent_)?id\":\"[^\"]*\"|\"config\":\\{[^}]*}|\"stacktrace\":\"[^\"]*\"|\\w+, .*"
                    + " GMT";

    /** Values, and a metric that exists only after the first garbage collection. */
    private static final String SAMPLES = "(?m)^(?:# \\w+ )?jvm_memory_pool_allocated.*\\n|^(?!# ).*$";

    @Test
    void jolokia() throws Exception {
        var agent = Artifacts.file("org.jolokia:jolokia-agent-jvm:jar:javaagent:2.6.0");
        var program = Program.using("NothingOfItsOwn")
                .withFlags("-javaagent:" + agent + "=host=localhost,port=${port}", "-Dagent.port=${port}");

        try (var both = Comparison.of(program).ignoring(VOLATILE)) {
            both.asks(
                    get("/jolokia/version").answers(200, "\"agent\":\"2.6.0\""),
                    get("/jolokia/read/java.lang:type=Runtime/SpecName").answers(200, "Java Virtual Machine"),
                    of(
                                    "POST",
                                    "/jolokia/",
                                    "{\"type\":\"exec\",\"mbean\":\"java.lang:type=Memory\",\"operation\":\"gc\"}")
                            .answers(200, "\"status\":200"),
                    get("/jolokia/list/java.lang/type=Memory").with("Origin", "http://localhost"),
                    get("/jolokia/read/no:such=bean").answers(200, "InstanceNotFoundException"));
        }
    }

    @Test
    void jolokiaAttachedToARunningProgram() throws Exception {
        var agent = Artifacts.file("org.jolokia:jolokia-agent-jvm:jar:javaagent:2.6.0");
        var program = Program.using("AttachedAgent").withFlags("-Dagent.jar=" + agent);

        try (var both = Comparison.of(program).ignoring(VOLATILE)) {
            both.asks(
                    get("/jolokia/version").answers(200, "\"agent\":\"2.6.0\""),
                    get("/jolokia/read/java.lang:type=Runtime/SpecName").answers(200, "Java Virtual Machine"));
        }
    }

    @Test
    void prometheusJmxExporter(@TempDir Path folder) throws Exception {
        var agent = Artifacts.file("io.prometheus.jmx:jmx_prometheus_javaagent:1.0.1");
        var rules = Files.writeString(folder.resolve("rules.yaml"), "rules:\n- pattern: 'java.lang<type=Runtime>.*'\n");
        var program = Program.using("NothingOfItsOwn")
                .withFlags("-javaagent:" + agent + "=localhost:${port}:" + rules, "-Dagent.port=${port}");

        try (var both = Comparison.of(program).ignoring(SAMPLES)) {
            both.asks(get("/metrics").answers(200, "jmx_exporter_build_info"));
        }
    }
}
