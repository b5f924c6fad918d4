/** WebSocket from both sides: what a raw client sees, what a listener hears, what attackers try, and other programs' clients. */
package dev.ringer.websocket;
