/** What an operator gets by settings alone: the admin listener, and processes that end in good order. */
package dev.ringer.admin;
