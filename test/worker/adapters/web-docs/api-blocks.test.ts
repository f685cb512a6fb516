import { describe, expect, it } from 'vitest';
import { scanMarkdown } from '../../../../worker/ingestion/documents/scan-markdown.ts';
import { resolvePageLineUrl, writePageFile } from '../../../../worker/ingestion/web/page-file.ts';
import { extractMarkdown, readWebPage } from '../../../support/samples/web-page.ts';

describe('pages of rustdoc', () => {
  it('have a heading with its fragment for every member', () => {
    const member =
      '<details class="toggle method-toggle" open><summary><section id="method.push" class="method"><span class="rightside"><span class="since" title="Stable since Rust version 1.0.0">1.0.0</span> · <a class="src" href="x">Source</a></span><a href="#method.push" class="anchor">§</a><h4 class="code-header">pub fn <a href="#method.push" class="fn">push</a>(&amp;mut self, v: Vec&lt;T&gt;)</h4></section></summary><div class="docblock"><p>Appends.</p></div></details>';
    expect(
      extractMarkdown(
        `<details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><p>Grows.</p></details>${member}`,
      ),
    ).toBe(
      '# T\n\nGrows.\n\n#### `pub fn push(&mut self, v: Vec<T>)` {#method.push}\n\nStable since Rust version 1.0.0.\n\nAppends.',
    );
  });
});

const detail = (id: string, name: string, text: string) =>
  `<li><section class="detail" id="${id}"><h3>${name}</h3><div class="member-signature">public <span>void</span> ${name}<wbr><span>(List&lt;T&gt; a)</span></div><div class="block">${text}</div></section></li>`;

describe('pages of Javadoc', () => {
  const page = readWebPage(
    `<main><h1>Class Lamp</h1><section class="summary"><ul class="summary-list"><li><section id="methods"><h2>Methods</h2><div class="summary-table two-column-summary"><div class="table-header col-first">Method</div><div class="table-header col-last">Description</div><div class="col-first"><code>light</code></div><div class="col-last"><div class="block">Lights it.</div></div></div></section></li></ul></section><section class="details"><ul><li><section id="method-detail"><h2>Method Details</h2><ul class="member-list">${detail('light(int)', 'light', 'Lights it long.')}${detail('douse()', 'douse', 'Douses it.')}</ul></section></li></ul></section></main>`,
  );
  const lines = writePageFile({ ...page, url: 'https://acme.dev/Lamp.html' }).split('\n');

  it('have headings, signatures and tables of members', () => {
    expect(page.markdown).toBe(
      '# Class Lamp\n\n## Methods\n\n|Method|Description|\n|-|-|\n|`light`|Lights it.|\n\n## Method Details {#method-detail}\n\n### light {#light(int)}\n\n`public void light(List<T> a)`\n\nLights it long.\n\n### douse {#douse()}\n\n`public void douse(List<T> a)`\n\nDouses it.',
    );
    expect(scanMarkdown(lines).headings.map(({ title }) => title)).toEqual([
      'Class Lamp',
      'Methods',
      'Method Details',
      'light',
      'douse',
    ]);
  });

  it('have a fragment for every member', () => {
    const line = lines.indexOf('Douses it.') + 1;
    expect(resolvePageLineUrl(lines, line)).toBe('https://acme.dev/Lamp.html#douse()');
  });

  it('of version 8 lose their navigation, and keep the fragments of their anchors', () => {
    expect(
      readWebPage(
        '<div class="topNav"><ul class="navList"><li>Overview</li></ul></div><h2 class="title">Class Lamp</h2><a name="light-int-"><!-- --></a><ul class="blockList"><li><h4>light</h4><pre>void light()</pre></li></ul><div class="bottomNav"><ul class="navList"><li>Overview</li></ul></div>',
      ).markdown,
    ).toBe('# T\n\n## Class Lamp\n\n#### light {#light-int-}\n\n```\nvoid light()\n```');
  });
});

describe('a heading', () => {
  it('stays a heading at the start of a box', () => {
    expect(extractMarkdown('<details><summary><h3 id="why">Why so?</h3></summary><p>So.</p></details>')).toBe(
      '# T\n\n### Why so? {#why}\n\nSo.',
    );
  });

  it('stays in a list with other items', () => {
    expect(extractMarkdown('<ol><li>Fill it.</li><li>Burn<h3>it</h3></li></ol>')).toContain('1. Fill it.');
  });

  it('has no spaces at possible line breaks', () => {
    expect(extractMarkdown('<p>std::<wbr>vec</p>')).toBe('# T\n\nstd::vec');
  });
});
