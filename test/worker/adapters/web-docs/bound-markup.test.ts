import { describe, expect, it } from 'vitest';
import { readWebPage } from '../../../support/samples/web-page.ts';

const line = '<span class="line"><span style="color:red">x</span><span>y</span></span>\n';

describe('a page of very many elements', () => {
  it('is read to its end if most elements are syntax highlighting', () => {
    const page = readWebPage(
      `<main><h1>T</h1><pre><code class="language-js">${line.repeat(9_000)}</code></pre><p>Last</p></main>`,
    );
    expect(page.markdown.endsWith('xy\n```\n\nLast')).toBe(true);
    expect(page.isCut).toBe(false);
  });

  it('is reported as truncated when it exceeds the limit', () => {
    const page = readWebPage(`<main><h1>T</h1>${'<p>a</p>'.repeat(50_000)}<p>Last</p></main>`);
    expect(page.markdown).not.toContain('Last');
    expect(page.isCut).toBe(true);
  });

  it('loses the line numbers and hidden text that spans mark', () => {
    const page = readWebPage(
      '<main><h1>T</h1><pre><span class="k">a<span class="lineno">1 </span>b</span></span><span>c</span></pre><span class="sr-only">d</span></main>',
    );
    expect(page.markdown).toBe('# T\n\n```\nabc\n```');
  });
});
