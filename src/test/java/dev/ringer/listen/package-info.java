/** Tests servers on Unix domain sockets, on inherited sockets, and on ports that several processes share. */
package dev.ringer.listen;
