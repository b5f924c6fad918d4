package dev.ringer.testkit;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Carries out {@link Needs}. */
final class NeedsCondition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<Ability> missing = AnnotationSupport.findAnnotation(context.getElement(), Needs.class).stream()
                .flatMap(needs -> Arrays.stream(needs.value()))
                .filter(ability -> !ability.isThere())
                .findFirst();
        return missing.map(ability -> ConditionEvaluationResult.disabled(ability.reason()))
                .orElseGet(() -> ConditionEvaluationResult.enabled("nothing is missing"));
    }
}
