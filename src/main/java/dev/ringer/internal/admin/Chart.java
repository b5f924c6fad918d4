package dev.ringer.internal.admin;

import java.util.Locale;

/**
 * Draws a chart of the last five minutes as SVG. Each interval has a fixed position, and the latest one is at the
 * right. The axes have no text. The page gives the value of the upper edge. Not thread-safe.
 */
final class Chart {
    private static final int STEP = 5;
    private static final int WIDTH = Samples.INTERVALS * STEP;
    private static final int HEIGHT = 80;

    /** An SVG attribute that keeps the width of a line the same if a browser scales the chart. */
    private static final String FIXED_WIDTH = " vector-effect=\"non-scaling-stroke\"";

    private final StringBuilder shapes = new StringBuilder(4096);
    private final double max;

    /** Makes an empty chart for values from 0 to {@code max}, which must be above 0. */
    Chart(double max) {
        this.max = max;
    }

    /**
     * Returns the upper edge for a chart of these values: the smallest number of the form 1, 2 or 5 times a power of
     * ten that is at least {@code least} and at least each value.
     */
    static double scale(double least, double... values) {
        double most = least;
        for (double value : values) {
            most = value > most ? value : most; // a comparison with NaN is false, so NaN is ignored
        }
        double power = Math.pow(10, Math.floor(Math.log10(most)));
        for (int step : new int[] {1, 2, 5}) {
            if (most <= step * power) {
                return step * power;
            }
        }
        return 10 * power;
    }

    /**
     * Returns the upper edge for a chart of these numbers of bytes: the smallest power of two that is at least 1,024
     * and at least each value.
     */
    static double scaleOfBytes(double... values) {
        double scale = 1024;
        for (double value : values) {
            while (scale < value) {
                scale *= 2;
            }
        }
        return scale;
    }

    /** Adds up several series. Returns the sum for each interval. */
    static double[] sums(double[]... series) {
        double[] sums = new double[series[0].length];
        for (double[] values : series) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += values[i];
            }
        }
        return sums;
    }

    /** Adds a bar for each value, from {@code base} to {@code base} plus the value of the same interval. */
    Chart bars(String style, double[] base, double[] values) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            if (values[i] > 0) {
                double top = y(base[i] + values[i]);
                path.append('M').append(x(i, values.length)).append(' ').append(number(y(base[i])));
                path.append('V')
                        .append(number(top))
                        .append("h4V")
                        .append(number(y(base[i])))
                        .append('z');
            }
        }
        return path(style, path);
    }

    /** Adds a line through the values. The line has a gap where a value is NaN. */
    Chart line(String style, double[] values) {
        StringBuilder path = new StringBuilder();
        boolean drawing = false;
        for (int i = 0; i < values.length; i++) {
            if (Double.isNaN(values[i])) {
                drawing = false;
                continue;
            }
            path.append(drawing ? 'L' : 'M')
                    .append(x(i, values.length) + 2)
                    .append(' ')
                    .append(number(y(values[i])));
            if (!drawing) {
                path.append("h.01"); // a single value between two gaps becomes a dot
            }
            drawing = true;
        }
        return path("line " + style, path);
    }

    private Chart path(String style, StringBuilder path) {
        if (path.length() > 0) {
            shapes.append("<path class=\"")
                    .append(style)
                    .append("\" d=\"")
                    .append(path)
                    .append("\"/>");
        }
        return this;
    }

    private static int x(int index, int count) {
        return WIDTH - (count - index) * STEP;
    }

    private double y(double value) {
        return HEIGHT - Math.min(value, max) / max * HEIGHT;
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** Returns the chart as an SVG element. The label describes the chart to people who cannot see it. */
    String svg(String label) {
        String grid = "M0 .5H" + WIDTH + "M0 40H" + WIDTH + "M0 79.5H" + WIDTH;
        return "<svg role=\"img\" aria-label=\"" + label + "\" viewBox=\"0 0 " + WIDTH + ' ' + HEIGHT
                + "\" preserveAspectRatio=\"none\"><path class=\"grid\"" + FIXED_WIDTH + " d=\"" + grid
                + "\"/>" + shapes + "</svg>\n";
    }
}
