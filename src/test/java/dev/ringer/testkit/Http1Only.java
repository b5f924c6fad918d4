package dev.ringer.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Leaves a test out when the suites run over HTTP/2, and says why. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Http1Only.Condition.class)
public @interface Http1Only {
    /** What the test is about. */
    NotInHttp2 value();

    /** Looks at the transport of this run. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (Transport.HTTP1.contains(Transport.current())) {
                return ConditionEvaluationResult.enabled("over HTTP/1.1");
            }
            return AnnotationSupport.findAnnotation(context.getElement(), Http1Only.class)
                    .map(only -> ConditionEvaluationResult.disabled(only.value().reason()))
                    .orElseGet(() -> ConditionEvaluationResult.enabled("for any protocol"));
        }
    }
}
