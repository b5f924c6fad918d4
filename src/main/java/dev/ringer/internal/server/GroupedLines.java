package dev.ringer.internal.server;

import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.names.NameIndex;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;

/**
 * Field lines grouped by name, in the order of each name's first line, as a map that does not change. The lists are
 * unmodifiable and made when they are asked for.
 *
 * <p>Grouping looks at each line once, whatever names a client chose, see {@link NameIndex}.
 */
final class GroupedLines extends AbstractMap<String, List<String>> {
    private static final int NONE = -1;

    private final RequestHeaders headers;

    private final String[] names;
    private final int[] firstLine;

    /** For each line the next one of the same name, or {@link #NONE}. */
    private final int[] nextLine;

    private final NameIndex index;
    private final int size;

    GroupedLines(FieldLines lines, RequestHeaders headers) {
        int count = lines.count();
        this.headers = headers;
        this.names = new String[powerOfTwoFrom(count)];
        this.firstLine = new int[count];
        this.nextLine = new int[count];
        this.index = count > NameIndex.SCAN_LIMIT ? new NameIndex(names, 0) : null;
        this.size = group(lines);
    }

    private int group(FieldLines lines) {
        int[] lastLine = new int[nextLine.length];
        int groups = 0;
        Arrays.fill(nextLine, NONE);
        for (int line = 0; line < nextLine.length; line++) {
            String name = lines.name(line);
            int group = find(name, groups);
            if (group < 0) {
                group = groups++;
                addGroup(group, name, line);
            } else {
                nextLine[lastLine[group]] = line;
            }
            lastLine[group] = line;
        }
        return groups;
    }

    private void addGroup(int group, String name, int line) {
        names[group] = name;
        firstLine[group] = line;
        if (index != null) {
            index.add(group, names);
        }
    }

    private int find(String name, int groups) {
        return index == null ? NameIndex.scan(names, groups, name) : index.find(names, name);
    }

    private List<String> values(int group) {
        int line = firstLine[group];
        if (nextLine[line] == NONE) {
            return Collections.singletonList(headers.value(line));
        }
        List<String> values = new ArrayList<>();
        for (; line != NONE; line = nextLine[line]) {
            values.add(headers.value(line));
        }
        return Collections.unmodifiableList(values);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean containsKey(Object name) {
        return name instanceof String string && find(string, size) >= 0;
    }

    @Override
    public List<String> get(Object name) {
        int group = name instanceof String string ? find(string, size) : NONE;
        return group < 0 ? null : values(group);
    }

    @Override
    public Set<Entry<String, List<String>>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, List<String>>> iterator() {
                return new GroupIterator();
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    private static int powerOfTwoFrom(int count) {
        return count <= 1 ? 1 : Integer.highestOneBit(count - 1) << 1;
    }

    private final class GroupIterator implements Iterator<Entry<String, List<String>>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < size;
        }

        @Override
        public Entry<String, List<String>> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return new Group(next++);
        }
    }

    /** One name; no value is read for those who want the name only. */
    private final class Group implements Entry<String, List<String>> {
        private final int number;

        Group(int number) {
            this.number = number;
        }

        @Override
        public String getKey() {
            return names[number];
        }

        @Override
        public List<String> getValue() {
            return values(number);
        }

        @Override
        public List<String> setValue(List<String> values) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Entry<?, ?> entry
                    && getKey().equals(entry.getKey())
                    && Objects.equals(getValue(), entry.getValue());
        }

        @Override
        public int hashCode() {
            return getKey().hashCode() ^ getValue().hashCode();
        }

        @Override
        public String toString() {
            return getKey() + "=" + getValue();
        }
    }
}
