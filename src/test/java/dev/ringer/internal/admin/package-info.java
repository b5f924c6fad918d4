/** Tests the samples and charts of the admin page. */
package dev.ringer.internal.admin;
