/** Long mixed load with everything that goes wrong, after which a server must hold what it held before. */
package dev.ringer.soak;
