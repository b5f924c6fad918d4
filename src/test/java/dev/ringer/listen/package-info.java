/** Where servers listen besides ports of their own: unix domain sockets, inherited sockets, ports that processes share. */
package dev.ringer.listen;
