/** Tests what an operator gets by settings alone: the admin listener, and processes that end gracefully. */
package dev.ringer.admin;
