import { describe, expect, it } from 'vitest';
import { extractMarkdown } from '../../../support/samples/web-page.ts';

const row = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const table = (...rows: readonly string[]) =>
  `<table><thead><tr><th>Option</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
const head = '# T\n\n|Option|Meaning|\n|-|-|\n';

describe('a table', () => {
  it.each([
    ['paragraphs', '<p>One.</p><p>Two.</p>', 'One. Two.'],
    ['a list', '<p>One</p><ul><li><p>x</p></li><li>y.</li><li>z</li></ul><p>Two</p>', 'One x; y. z Two'],
    ['lines', 'One<br>two', 'One two'],
    ['boxes next to text', '<code>f()</code><div>Lights it.</div>', '`f()` Lights it.'],
    ['a sample of one line', 'Run<pre><code class="language-sh">lamp  on\n</code></pre>', 'Run `lamp on`'],
    ['a table', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>', 'a b; c d'],
    ['terms', '<dl><dt>wick</dt><dd>burns</dd></dl>', '**wick** burns'],
  ])('keeps a cell with %s on one line', (_what, cell, line) => {
    expect(extractMarkdown(table(row('a_b', cell)))).toBe(`${head}|a_b|${line}|`);
  });

  it('is written as blocks when a cell contains a sample of several lines', () => {
    expect(extractMarkdown(table(row('on', 'As in<pre>lamp\non</pre>'), row('off', 'Dark.')))).toBe(
      '# T\n\n**Option · Meaning**\n\n**on**\n\nAs in\n\n```\nlamp\non\n```\n\n**off**\n\nDark.',
    );
  });

  it('keeps its headings if it is used for layout', () => {
    expect(extractMarkdown('<table><tr><td><h2>Wick</h2><p>Burns.</p></td></tr></table>')).toBe(
      '# T\n\n## Wick\n\nBurns.',
    );
  });

  it('keeps cells that span several rows', () => {
    expect(
      extractMarkdown('<table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>'),
    ).toBe('# T\n\n|||\n|-|-|\n|a|b|\n||c|');
  });

  it.each([
    [
      'one cell that spans a billion columns',
      '<tr><td colspan="1000000000" rowspan="1000000000">x</td></tr>',
    ],
    ['many rows below a wide one', `<tr>${'<td>x'.repeat(2_000)}</tr>${'<tr><td>y</tr>'.repeat(2_000)}`],
    ['spans upon spans', '<tr><td colspan="1000" rowspan="1000">x</td><td>'.repeat(2_000)],
  ])('is not padded without bound: %s', (_what, rows) => {
    expect(extractMarkdown(`<table>${rows}</table>`).length).toBeLessThan(200_000);
  });
});
