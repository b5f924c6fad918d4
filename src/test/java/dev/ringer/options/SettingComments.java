package dev.ringer.options;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The comments of the settings in the source code, as rows of {@code docs/settings.md}. A comment begins with a sentence
 * that says what the setting is. Its last paragraph has the range, the default and the property.
 */
final class SettingComments {
    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "ringer", "options");

    private static final String COMMENT = "/\\*\\*((?:(?!\\*/).)*)\\*/\\s+";
    private static final Pattern GROUP_OR_SETTING =
            Pattern.compile("(?s)// ---- ([^\n]+)|" + COMMENT + "public static final Setting<[^=]+> (\\w+) =");
    private static final Pattern PART =
            Pattern.compile("(?s)" + COMMENT + "static final String \\w+ =\\s+\"(ringer\\.[^\"]+)\";");
    private static final Pattern ENUM = Pattern.compile("(?s)public enum (\\w+) \\{(.*?)\n    }");
    private static final Pattern CONSTANT = Pattern.compile("(?s)" + COMMENT + "(\\w+)");

    private static final Pattern SENTENCE_END = Pattern.compile("(?<=\\.) (?=[A-Z0-9{])");
    private static final String NO_LIMIT = "0 means no limit."; // the page says this once for all rows
    private static final Pattern ONLY_IN_CODE = Pattern.compile(",? (or|there, so) in code .*");
    private static final Pattern TAG = Pattern.compile("\\{@(\\w+) ([^ }]+) ?([^}]*)}");

    private final Map<String, List<Setting<?>>> groups = new LinkedHashMap<>();
    private final Map<String, Comment> ofProperties = new HashMap<>();
    private final Map<String, String> ofConstants = new HashMap<>(); // by the name of an enum and its constant

    /**
     * The comment of a property.
     *
     * @param text the comment in one line
     */
    record Comment(String text, String meaning, String defaultText) {}

    private SettingComments() {}

    static SettingComments read() {
        SettingComments comments = new SettingComments();
        String source = text(SOURCES.resolve("Settings.java"));
        ENUM.matcher(source).results().forEach(comments::addConstants);
        List<Setting<?>> group = new ArrayList<>();
        for (MatchResult found : GROUP_OR_SETTING.matcher(source).results().toList()) {
            if (found.group(1) != null) {
                group = new ArrayList<>();
                comments.groups.put(found.group(1), group);
            } else {
                Setting<?> setting = (Setting<?>) constant(found.group(3));
                group.add(setting);
                comments.add(setting.property(), found.group(2), comments.wordsOf(setting));
            }
        }
        try (Stream<Path> files = Files.list(SOURCES)) {
            files.flatMap(file -> PART.matcher(text(file)).results())
                    .forEach(found -> comments.add(found.group(2), found.group(1), ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return comments;
    }

    /** Returns a new map of the settings by the headings of their groups, in the order of the source code. */
    Map<String, List<Setting<?>>> groups() {
        return new LinkedHashMap<>(groups);
    }

    /** Returns the comment of a property that sets the value of a setting, or a part of it. */
    Comment of(Setting<?> setting, String property) {
        Comment comment = ofProperties.get(property);
        if (comment == null) {
            throw new AssertionError(property + " of " + setting.name() + " has no comment");
        }
        return comment;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object constant(String name) {
        try {
            return Settings.class.getField(name).get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("Settings has no public constant " + name, e);
        }
    }

    private void addConstants(MatchResult type) {
        CONSTANT.matcher(type.group(2))
                .results()
                .forEach(found ->
                        ofConstants.put(type.group(1) + '.' + found.group(2), sentences(oneLine(found.group(1)))[0]));
    }

    /** Returns the words that a setting may have, each with the first sentence of its constant; empty if it has none. */
    private String wordsOf(Setting<?> setting) {
        if (!(setting.domain() instanceof Domain.Words<?> words)) {
            return "";
        }
        return Stream.of(words.type().getEnumConstants())
                .map(constant -> {
                    String sentence = markdown(ofConstants.get(words.type().getSimpleName() + '.' + constant.name()));
                    return " `" + words.words().get(constant.ordinal()) + "`: " + withoutCapital(sentence);
                })
                .collect(Collectors.joining(" ·", "", "."));
    }

    private static String withoutCapital(String sentence) {
        boolean acronym = sentence.length() > 1 && Character.isUpperCase(sentence.charAt(1));
        String beginning =
                acronym ? sentence.substring(0, 1) : sentence.substring(0, 1).toLowerCase(Locale.ROOT);
        return beginning + sentence.substring(1, sentence.length() - 1);
    }

    private void add(String property, String comment, String words) {
        String text = oneLine(comment);
        String[] paragraphs = text.split(" <p>");
        StringBuilder meaning = new StringBuilder(markdown(sentences(paragraphs[0])[0]));
        meaning.append(words);
        String defaultText = "";
        for (String sentence : sentences(paragraphs[paragraphs.length - 1])) {
            if (sentence.startsWith("The default is ")) {
                String rest = sentence.substring("The default is ".length(), sentence.length() - 1);
                defaultText = markdown(ONLY_IN_CODE.matcher(rest).replaceFirst(""));
            } else if (paragraphs.length > 1 && !sentence.startsWith("The propert") && !sentence.equals(NO_LIMIT)) {
                meaning.append(' ').append(markdown(sentence));
            }
        }
        if (defaultText.isEmpty()) {
            throw new AssertionError("the comment of " + property + " does not name the default");
        }
        ofProperties.put(property, new Comment(text, meaning.toString(), defaultText));
    }

    private static String oneLine(String comment) {
        return comment.replaceAll("\n *\\*", " ").replaceAll("\\s+", " ").strip();
    }

    private static String[] sentences(String paragraph) {
        return SENTENCE_END.split(paragraph);
    }

    /** Turns the inline tags of Javadoc into Markdown. */
    private static String markdown(String javadoc) {
        return TAG.matcher(javadoc).replaceAll(tag -> Matcher.quoteReplacement(markdown(tag)));
    }

    private static String markdown(MatchResult tag) {
        String target = tag.group(2);
        return switch (tag.group(1)) {
            case "code" ->
                "`" + tag.group().substring("{@code ".length(), tag.group().length() - 1) + "`";
            case "value" -> constant(target.substring(1)).toString();
            case "linkplain" -> tag.group(3);
            case "link" -> target.startsWith("#") ? linked(target.substring(1)) : '`' + word(target) + '`';
            default -> throw new AssertionError("a tag that the page cannot show: " + tag.group());
        };
    }

    /** Returns the property of a setting, or the word of a constant of the same enum. */
    private static String linked(String name) {
        return '`' + setting(name).map(Setting::property).orElse(word(name)) + '`';
    }

    private static Optional<Setting<?>> setting(String name) {
        return Stream.of(Settings.class.getFields())
                .filter(field -> field.getName().equals(name) && field.getType() == Setting.class)
                .<Setting<?>>map(field -> (Setting<?>) constant(name))
                .findFirst();
    }

    private static String word(String target) {
        return target.substring(target.indexOf('#') + 1).toLowerCase(Locale.ROOT);
    }
}
