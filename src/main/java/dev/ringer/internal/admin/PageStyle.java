package dev.ringer.internal.admin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The style sheet of the status page. Its colours follow the light or dark scheme of the browser. */
final class PageStyle {
    static final String TEXT = """
            :root { --page: #f5f6f8; --card: #fff; --text: #1b1f24; --soft: #59636e;
              --edge: #d8dde3; --grid: #e7eaee; --good: #1a7f37; --info: #0969da; --warn: #b35900; --bad: #cf222e;
              --other: #6e7781; --violet: #7d4fd1; }
            @media (prefers-color-scheme: dark) { :root { --page: #0f1318; --card: #181d24; --text: #e8ebef;
              --soft: #9aa5b1; --edge: #2c343d; --grid: #262d36; --good: #3fb950; --info: #58a6ff; --warn: #e09b3d;
              --bad: #ff6b63; --other: #8b949e; --violet: #b392f0; } }
            * { box-sizing: border-box; margin: 0; }
            body { background: var(--page); color: var(--text); padding: 1.25rem; line-height: 1.45;
              font-family: system-ui, sans-serif; font-variant-numeric: tabular-nums; }
            header, main, footer { max-width: 84rem; margin: 0 auto; }
            header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; margin-bottom: 1rem; }
            h1 { font-size: 1.4rem; } h2 { font-size: .95rem; }
            .state { border-radius: 1rem; padding: .05rem .7rem; color: var(--card); font-weight: 600;
              background: var(--bad); }
            .state.ready { background: var(--good); }
            .soft, figcaption, dt, th, footer { color: var(--soft); font-size: .85rem; font-weight: 400; }
            main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); }
            section { background: var(--card); border: 1px solid var(--edge); border-radius: .6rem; padding: .9rem 1rem;
              min-width: 0; }
            .wide { grid-column: 1 / -1; overflow-x: auto; }
            .large { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: .6rem; font-size: 1.9rem;
              line-height: 1.25; font-weight: 600; }
            figure { margin: .4rem 0 .7rem; } figcaption { display: flex; justify-content: space-between; }
            svg { display: block; width: 100%; height: 5rem; overflow: visible; }
            .grid { stroke: var(--grid); }
            .line { stroke: currentColor; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
            path { fill: currentColor; } path.grid, path.line { fill: none; }
            .good { color: var(--good); } .info { color: var(--info); } .warn { color: var(--warn); }
            .bad { color: var(--bad); } .other { color: var(--other); } .violet { color: var(--violet); }
            dl { display: flex; flex-wrap: wrap; gap: .35rem 1.4rem; } dd { color: var(--text); font-weight: 600; }
            dt.good, dt.info, dt.warn, dt.bad, dt.other, dt.violet { color: var(--soft); }
            dt[class]::before { content: ""; display: inline-block; width: .6rem; height: .6rem; margin-right: .35rem;
              border-radius: .15rem; background: var(--c); }
            dt.good { --c: var(--good); } dt.info { --c: var(--info); } dt.warn { --c: var(--warn); }
            dt.bad { --c: var(--bad); } dt.other { --c: var(--other); } dt.violet { --c: var(--violet); }
            table { border-collapse: collapse; width: 100%; white-space: nowrap; }
            th, td { padding: .25rem 1rem .25rem 0; text-align: right; border-top: 1px solid var(--grid); }
            th:first-child { text-align: left; } thead th { border: 0; } tbody th { color: var(--text); }
            footer { margin-top: 1rem; } a { color: var(--info); }
            """;

    /** The content security policy of the status page. It allows only the style sheet that the page contains. */
    static final String POLICY = "default-src 'none'; style-src 'sha256-" + digest()
            + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private PageStyle() {}

    private static String digest() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(TEXT.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) { // cannot happen: every JDK has this algorithm
            throw new IllegalStateException(e);
        }
    }
}
