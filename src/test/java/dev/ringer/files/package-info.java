/** Tests files and compression on the JDK's provider and on Ringer, byte by byte. */
package dev.ringer.files;
