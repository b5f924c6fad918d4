package dev.ringer.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Leaves a test out when the suites run over TLS, and says why. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnlyInTheClear.Condition.class)
public @interface OnlyInTheClear {
    /** What TLS changes. */
    String value();

    /** Looks at the transport of this run. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return Transport.current().isSecure()
                    ? ConditionEvaluationResult.disabled("over TLS")
                    : ConditionEvaluationResult.enabled("in the clear");
        }
    }
}
