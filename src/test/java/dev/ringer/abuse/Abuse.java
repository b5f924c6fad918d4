package dev.ringer.abuse;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** One abuse at a time of one server; the servers of the subclasses are abused side by side. */
@Test
@Execution(ExecutionMode.SAME_THREAD)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Abuse {}
