package dev.ringer.internal.exchange;

import dev.ringer.internal.names.FieldLines;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * An unmodifiable map of field lines by name, in the order of each name's first line. The list of values for a name is
 * made when a caller asks for that list.
 *
 * <p>Grouping reads each line once, and looks its name up in a {@link java.util.HashMap}. If an attacker chooses names
 * with equal hash codes, the map stores them as a tree, so a look-up still takes only logarithmic time.
 */
final class GroupedLines extends AbstractMap<String, List<String>> {
    private static final int NONE = -1;

    private final IntFunction<String> valueOf; // returns the value of the line with a given index
    private final Map<String, Group> groups = new LinkedHashMap<>();

    /** For each line, the index of the next line with the same name; {@link #NONE} if there is none. */
    private final int[] nextLine;

    GroupedLines(FieldLines lines, IntFunction<String> valueOf) {
        this.valueOf = valueOf;
        this.nextLine = new int[lines.count()];
        Arrays.fill(nextLine, NONE);
        for (int line = 0; line < nextLine.length; line++) {
            group(lines.name(line), line);
        }
    }

    private void group(String name, int line) {
        Group group = groups.get(name);
        if (group == null) {
            groups.put(name, new Group(name, line));
        } else {
            nextLine[group.lastLine] = line;
            group.lastLine = line;
        }
    }

    @Override
    public int size() {
        return groups.size();
    }

    @Override
    public boolean containsKey(Object name) {
        return groups.containsKey(name);
    }

    @Override
    public List<String> get(Object name) {
        Group group = groups.get(name);
        return group == null ? null : group.getValue();
    }

    @Override
    public Set<Entry<String, List<String>>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, List<String>>> iterator() {
                Collection<Entry<String, List<String>>> all = Collections.unmodifiableCollection(groups.values());
                return all.iterator();
            }

            @Override
            public int size() {
                return groups.size();
            }
        };
    }

    /** All lines that have the same name. Only {@code getValue} reads their values. */
    private final class Group implements Entry<String, List<String>> {
        private final String name;
        private final int firstLine;
        private int lastLine; // index of the last line of this group so far; used only while the lines are grouped

        Group(String name, int line) {
            this.name = name;
            this.firstLine = line;
            this.lastLine = line;
        }

        @Override
        public String getKey() {
            return name;
        }

        @Override
        public List<String> getValue() {
            if (nextLine[firstLine] == NONE) {
                return Collections.singletonList(valueOf.apply(firstLine));
            }
            List<String> values = new ArrayList<>();
            for (int line = firstLine; line != NONE; line = nextLine[line]) {
                values.add(valueOf.apply(line));
            }
            return Collections.unmodifiableList(values);
        }

        @Override
        public List<String> setValue(List<String> values) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Entry<?, ?> entry
                    && name.equals(entry.getKey())
                    && Objects.equals(getValue(), entry.getValue());
        }

        @Override
        public int hashCode() {
            return name.hashCode() ^ getValue().hashCode();
        }

        @Override
        public String toString() {
            return name + "=" + getValue();
        }
    }
}
