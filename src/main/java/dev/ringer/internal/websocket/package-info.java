/**
 * What a connection is after it has left HTTP for WebSocket (RFC 6455): the loop alone reads it, messages go to the application
 * one after the other, and what any thread sends leaves through one output. Knows neither HTTP nor the public interfaces.
 */
package dev.ringer.internal.websocket;
