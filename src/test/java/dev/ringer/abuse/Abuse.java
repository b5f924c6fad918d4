package dev.ringer.abuse;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Runs a test in the modes that an attacker can tell apart: the inner ring runs one of them, the outer ring all. */
@InModes(
        value = {Mode.NO_EXECUTOR, Mode.CACHED_POOL, Mode.VIRTUAL},
        inTurn = true)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Abuse {}
