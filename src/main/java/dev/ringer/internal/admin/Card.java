package dev.ringer.internal.admin;

/**
 * One section of the status page: a heading, a large number, a chart, and a list of further numbers. Not thread-safe.
 */
final class Card {
    private final StringBuilder html = new StringBuilder(8192);
    private boolean listed; // whether the HTML list of further numbers has begun

    Card(String title) {
        html.append("<section><h2>").append(title).append("</h2>\n");
    }

    Card large(String number, String unit) {
        html.append("<p class=\"large\">").append(number).append(" <span class=\"soft\">");
        html.append(unit).append("</span></p>\n");
        return this;
    }

    /** Adds a chart. {@code what} is its description. {@code top} is the text of the value at its upper edge. */
    Card chart(Chart chart, String what, String top) {
        html.append("<figure><p class=\"soft\">").append(top).append("</p>\n");
        html.append(chart.svg(what + " in the last five minutes, up to " + top));
        html.append("<figcaption><span>5 min ago</span><span>now</span></figcaption></figure>\n");
        return this;
    }

    /**
     * Adds a number to the list below the chart. {@code colour} is the colour of this number in the chart, or empty.
     */
    Card number(String colour, String name, String value) {
        html.append(listed ? "" : "<dl>\n");
        listed = true;
        html.append("<div><dt").append(colour.isEmpty() ? "" : " class=\"" + colour + '"');
        html.append('>').append(name).append("</dt><dd>").append(value).append("</dd></div>\n");
        return this;
    }

    String html() {
        return html.append(listed ? "</dl>\n" : "").append("</section>\n").toString();
    }
}
