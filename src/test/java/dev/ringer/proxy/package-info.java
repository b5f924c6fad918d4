/** Tests Ringer behind proxies that real services use. */
package dev.ringer.proxy;
