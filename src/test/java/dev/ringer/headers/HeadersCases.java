package dev.ringer.headers;

import static dev.ringer.headers.HeadersCase.olderIn17;
import static dev.ringer.headers.HeadersCase.same;

import com.sun.net.httpserver.Headers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Lists operations whose outcome may differ between two kinds of headers, or between old and new JDKs. */
final class HeadersCases {
    private static final String UNCHANGED = " {Bar=[x], Foo=[1, 2]}";
    private static final String NULL_POINTER = "NullPointerException" + UNCHANGED;
    private static final String ILLEGAL_ARGUMENT = "IllegalArgumentException" + UNCHANGED;

    private HeadersCases() {}

    static List<HeadersCase> all() {
        List<HeadersCase> cases = new ArrayList<>();
        addNames(cases);
        addValues(cases);
        addNulls(cases);
        addForeignKeys(cases);
        addUpdates(cases);
        addBulkUpdates(cases);
        addReplacements(cases);
        addComputations(cases);
        addListsAndViews(cases);
        return cases;
    }

    private static void addNames(List<HeadersCase> cases) {
        for (String name : List.of(
                "", "a b", "a:", "\0", "\u00e9", "\u00c9A", "a\rb", "a\nb", "\r", "Host\n", "a\r\n b", "\r\n b")) {
            String shown = " " + name.replace("\r", "CR").replace("\n", "LF");
            cases.add(same("add name" + shown, does(headers -> headers.add(name, "v"))));
            cases.add(same("set name" + shown, does(headers -> headers.set(name, "v"))));
            cases.add(same("put name" + shown, headers -> headers.put(name, List.of("v"))));
            cases.add(same("get" + shown, headers -> headers.get(name)));
            cases.add(same("getFirst" + shown, headers -> headers.getFirst(name)));
            cases.add(same("containsKey" + shown, headers -> headers.containsKey(name)));
            cases.add(same("remove" + shown, headers -> headers.remove(name)));
        }
        for (String name : List.of("\u0100", "\u0131x", "K\u212A", "A\uFFFF")) {
            cases.add(olderIn17("add " + name, ILLEGAL_ARGUMENT, does(headers -> headers.add(name, "v"))));
            cases.add(olderIn17("put " + name, ILLEGAL_ARGUMENT, headers -> headers.put(name, List.of("v"))));
            cases.add(same("get " + name, headers -> headers.get(name)));
        }
    }

    private static void addValues(List<HeadersCase> cases) {
        for (String value : List.of(
                "",
                "\0",
                "\u00ff",
                "a\rb",
                "a\nb",
                "a\r\nb",
                "a\r\n b",
                "a\r\n\tb",
                "\r\n b",
                "a\r\n ",
                "\r",
                "\n",
                "a\r\n",
                "a\r\n \r\n\t",
                "a\r\n \n",
                "\r\n  \r",
                "a\r\r\n b",
                "a\r \n")) {
            String shown = " " + value.replace("\r", "CR").replace("\n", "LF");
            cases.add(same("add value" + shown, does(headers -> headers.add("a", value))));
            cases.add(same("set value" + shown, does(headers -> headers.set("foo", value))));
            cases.add(same("put value" + shown, headers -> headers.put("foo", List.of("ok", value))));
        }
        cases.add(olderIn17("add value \u0100", ILLEGAL_ARGUMENT, does(headers -> headers.add("a", "a\u0100"))));
        cases.add(olderIn17("set value \uffff", ILLEGAL_ARGUMENT, does(headers -> headers.set("a", "\uffff"))));
        cases.add(olderIn17("put value \u0100", ILLEGAL_ARGUMENT, headers -> headers.put("a", List.of("\u0100"))));
    }

    private static void addNulls(List<HeadersCase> cases) {
        cases.add(olderIn17("add null name", NULL_POINTER, does(headers -> headers.add(null, "v"))));
        cases.add(same("add null value", does(headers -> headers.add("a", null))));
        cases.add(olderIn17("set null name", NULL_POINTER, does(headers -> headers.set(null, "v"))));
        cases.add(same("set null value", does(headers -> headers.set("foo", null))));
        cases.add(olderIn17(
                "set null value, bad name", ILLEGAL_ARGUMENT, does(headers -> headers.set("a\u0100\n", null))));
        cases.add(olderIn17("put null name", NULL_POINTER, headers -> headers.put(null, List.of("v"))));
        cases.add(same("put null list", headers -> headers.put("a", null)));
        cases.add(same("put list of null", headers -> headers.put("a", Arrays.asList("b", null))));
        cases.add(olderIn17("get null", NULL_POINTER, headers -> headers.get(null)));
        cases.add(olderIn17("getFirst null", NULL_POINTER, headers -> headers.getFirst(null)));
        cases.add(olderIn17("containsKey null", NULL_POINTER, headers -> headers.containsKey(null)));
        cases.add(olderIn17("containsValue null", NULL_POINTER, headers -> headers.containsValue(null)));
        cases.add(olderIn17("remove null", NULL_POINTER, headers -> headers.remove(null)));
        cases.add(olderIn17("remove null, values", NULL_POINTER, headers -> headers.remove(null, List.of())));
        cases.add(olderIn17("getOrDefault null", NULL_POINTER, headers -> headers.getOrDefault(null, List.of("d"))));
        cases.add(olderIn17("putIfAbsent null", NULL_POINTER, headers -> headers.putIfAbsent(null, List.of("d"))));
        cases.add(same("merge null", headers -> headers.merge("foo", null, (old, added) -> old)));
    }

    private static void addForeignKeys(List<HeadersCase> cases) {
        cases.add(same("get number", headers -> headers.get((Object) 1)));
        cases.add(same("containsKey number", headers -> headers.containsKey(1)));
        cases.add(same("remove number", headers -> headers.remove(1)));
        cases.add(same("getOrDefault number", headers -> headers.getOrDefault(1, List.of())));
        cases.add(same("containsValue string", headers -> headers.containsValue("x")));
    }

    private static void addUpdates(List<HeadersCase> cases) {
        cases.add(same("add other spelling", does(headers -> headers.add("fOO", "3"))));
        cases.add(same("set other spelling", does(headers -> headers.set("fOO", "3"))));
        cases.add(same("put other spelling", headers -> headers.put("fOO", List.of("3"))));
        cases.add(same("remove other spelling", headers -> headers.remove("fOO")));
        cases.add(same("remove equal", headers -> headers.remove("fOO", List.of("1", "2"))));
        cases.add(same("remove unequal", headers -> headers.remove("fOO", List.of("1"))));
        cases.add(same("clear", does(Map::clear)));
        cases.add(same(
                "putIfAbsent",
                headers -> headers.putIfAbsent("fOO", List.of("\n")) + "" + headers.putIfAbsent("nEW", List.of("n"))));
        cases.add(olderIn17("put empty list", "null {A=[], Bar=[x], Foo=[1, 2]}", headers -> {
            headers.put("a", List.of());
            return headers.getFirst("a");
        }));
        cases.add(same("add to immutable list", does(headers -> {
            headers.put("a", List.of("1"));
            headers.add("a", "2");
        })));
        cases.add(same("list that was put is kept", headers -> {
            List<String> list = new ArrayList<>(List.of("1"));
            headers.put("a", list);
            list.add("unchecked\n");
            return headers.get("A") == list;
        }));
    }

    private static void addBulkUpdates(List<HeadersCase> cases) {
        cases.add(olderIn17(
                "putAll", " {Bar=[x], Foo=[7]}", does(headers -> headers.putAll(Map.of("fOO", List.of("7"))))));
        cases.add(same("putAll null", does(headers -> headers.putAll(null))));
        cases.add(olderIn17(
                "putAll bad name", ILLEGAL_ARGUMENT, does(headers -> headers.putAll(Map.of("a\n", List.of("7"))))));
        cases.add(olderIn17(
                "putAll bad value", ILLEGAL_ARGUMENT, does(headers -> headers.putAll(Map.of("a", List.of("7\n"))))));
        cases.add(olderIn17(
                "putAll null list",
                NULL_POINTER,
                does(headers -> headers.putAll(Collections.singletonMap("a", null)))));
        cases.add(olderIn17(
                "putAll null name",
                NULL_POINTER,
                does(headers -> headers.putAll(Collections.singletonMap(null, List.of("v"))))));
        cases.add(olderIn17(
                "putAll up to a bad name", "IllegalArgumentException {Bar=[x], Foo=[1, 2], Ok=[v]}", does(headers -> {
                    Map<String, List<String>> others = new LinkedHashMap<>();
                    others.put("ok", List.of("v"));
                    others.put("bad\n", List.of("v"));
                    others.put("later", List.of("v"));
                    headers.putAll(others);
                })));
    }

    private static void addReplacements(List<HeadersCase> cases) {
        cases.add(same("replaceAll", does(headers -> headers.replaceAll((name, old) -> List.of(name + old.size())))));
        cases.add(same("replaceAll null function", does(headers -> headers.replaceAll(null))));
        cases.add(olderIn17(
                "replaceAll bad", ILLEGAL_ARGUMENT, does(headers -> headers.replaceAll((name, old) -> List.of("\n")))));
        cases.add(olderIn17("replaceAll null", NULL_POINTER, does(headers -> headers.replaceAll((name, old) -> null))));
        cases.add(same("replace", headers -> headers.replace("fOO", List.of("z"))));
        cases.add(same("replace absent", headers -> headers.replace("absent", List.of("\n"))));
        cases.add(same("replace bad", headers -> headers.replace("fOO", List.of("\n"))));
        cases.add(same("replace null", headers -> headers.replace("fOO", null)));
        cases.add(same("replace absent null", headers -> headers.replace("absent", null)));
        cases.add(olderIn17("replace null name", NULL_POINTER, headers -> headers.replace(null, List.of())));
        cases.add(same("replace equal", headers -> headers.replace("fOO", List.of("1", "2"), List.of("z"))));
        cases.add(same("replace equal bad", headers -> headers.replace("fOO", List.of("1", "2"), List.of("\n"))));
        cases.add(same("replace unequal", headers -> headers.replace("fOO", List.of("1"), List.of("\n"))));
        cases.add(same("replace unequal null", headers -> headers.replace("fOO", List.of("1"), null)));
        cases.add(same("replace null absent", headers -> headers.replace("absent", null, List.of("z"))));
    }

    private static void addComputations(List<HeadersCase> cases) {
        cases.add(same("getOrDefault", headers -> headers.getOrDefault("fOO", List.of("d"))));
        cases.add(same("getOrDefault absent", headers -> headers.getOrDefault("absent", List.of("d"))));
        cases.add(same("computeIfAbsent", headers -> headers.computeIfAbsent("nEW", List::of)));
        cases.add(same("computeIfAbsent present", headers -> headers.computeIfAbsent("fOO", List::of)));
        cases.add(same("computeIfAbsent null", headers -> headers.computeIfAbsent("nEW", name -> null)));
        cases.add(same("computeIfAbsent bad", headers -> headers.computeIfAbsent("nEW", name -> List.of("\n"))));
        cases.add(same("computeIfPresent", headers -> headers.computeIfPresent("fOO", (name, old) -> List.of(name))));
        cases.add(same("computeIfPresent null", headers -> headers.computeIfPresent("fOO", (name, old) -> null)));
        cases.add(same("computeIfPresent absent", headers -> headers.computeIfPresent("nEW", (name, old) -> old)));
        cases.add(same("compute", headers -> headers.compute("fOO", (name, old) -> List.of(name + old))));
        cases.add(same("compute absent", headers -> headers.compute("nEW", (name, old) -> List.of(name + old))));
        cases.add(same("compute null", headers -> headers.compute("fOO", (name, old) -> null)));
        cases.add(same("compute absent null", headers -> headers.compute("nEW", (name, old) -> null)));
        cases.add(same(
                "merge", headers -> headers.merge("fOO", List.of("m"), (old, added) -> List.of("" + old + added))));
        cases.add(same("merge absent", headers -> headers.merge("nEW", List.of("m"), (old, added) -> old)));
        cases.add(same("merge to null", headers -> headers.merge("fOO", List.of("m"), (old, added) -> null)));
    }

    private static void addListsAndViews(List<HeadersCase> cases) {
        cases.add(same("get then add bad", headers -> headers.get("foo").add("bad\n")));
        cases.add(olderIn17("getFirst of emptied list", "null {Bar=[x], Foo=[]}", headers -> {
            headers.get("foo").clear();
            return headers.getFirst("foo");
        }));
        cases.add(same("add to emptied list", does(headers -> {
            headers.get("foo").clear();
            headers.add("foo", "3");
        })));
        cases.add(same("list before set", headers -> {
            List<String> before = headers.get("foo");
            headers.set("foo", "3");
            return before;
        }));
        cases.add(same(
                "keySet contains",
                headers -> headers.keySet().contains("foo") + ""
                        + headers.keySet().contains("Foo") + headers.keySet().contains(null)));
        cases.add(
                same("keySet remove other spelling", headers -> headers.keySet().remove("foo")));
        cases.add(same("keySet remove", headers -> headers.keySet().remove("Foo")));
        cases.add(same("keySet add", headers -> headers.keySet().add("A")));
        cases.add(same("values add", headers -> headers.values().add(List.of())));
        cases.add(same("values remove", headers -> headers.values().remove(List.of("x"))));
        cases.add(same("entrySet add", headers -> headers.entrySet().add(Map.entry("A", List.of()))));
        cases.add(same(
                "setValue unchecked",
                does(headers -> headers.entrySet().forEach(field -> field.setValue(List.of("bad\n"))))));
        cases.add(same("add while iterating", does(HeadersCases::addWhileIterating)));
        cases.add(same("equals map", headers -> headers.equals(new HashMap<>(headers))));
        cases.add(same("equals nothing else", headers -> headers.equals(null) || headers.equals("x")));
        cases.add(same("hashCode", Headers::hashCode));
        cases.add(same("containsValue", headers -> headers.containsValue(List.of("1", "2"))));
    }

    private static void addWhileIterating(Headers headers) {
        for (Iterator<String> names = headers.keySet().iterator(); names.hasNext(); names.next()) {
            headers.add("Foo", "3");
        }
    }

    private static HeadersCase.Action does(Consumer<Headers> action) {
        return headers -> {
            action.accept(headers);
            return "";
        };
    }
}
