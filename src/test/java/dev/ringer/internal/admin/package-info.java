/** The samples and charts behind the admin page. */
package dev.ringer.internal.admin;
