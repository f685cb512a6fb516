import { describe, expect, it } from 'vitest';
import { extractMarkdown } from '../../../support/samples/web-page.ts';

const createNumberedSample = (title: string, sample: string) =>
  `<table class="highlighttable"><tbody>${title}<tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span>\n<span class="normal">2</span></pre></div></td><td class="code"><div>${sample}</div></td></tr></tbody></table>`;

describe('a sample', () => {
  it.each([
    [
      'with line numbers from Sphinx',
      `<div class="highlight-python notranslate"><div class="highlight">${createNumberedSample('', '<pre><span></span>a = 1\n</pre>')}</div></div>`,
      '```python\na = 1\n```',
    ],
    [
      'with numbers and a title by MkDocs',
      `<div class="language-python highlight">${createNumberedSample('<tr><th colspan="2" class="filename"><span class="filename">sort.txt</span></th></tr>', '<pre id="c"><span></span><code>a = 1\n</code></pre>')}</div>`,
      '```python title="sort.txt"\na = 1\n```',
    ],
    [
      'with numbers by Hexo',
      '<figure class="highlight js"><table><tr><td class="gutter"><pre><span class="line">1</span></pre></td><td class="code"><pre><span class="line">let a</span><br></pre></td></tr></table></figure>',
      '```js\nlet a\n```',
    ],
    [
      'with numbers by Hugo',
      '<pre class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="ln">1</span><span class="cl">package main\n</span></span></code></pre>',
      '```go\npackage main\n```',
    ],
    [
      'that mdBook can run',
      '<figure class="listing"><span class="file-name">Filename: src/main.rs</span><pre><pre class="playground"><code class="language-rust edition2021"><span class="boring">#![allow(unused)]\n</span>fn main() {}</code></pre></pre><figcaption>Listing 1-1: A program</figcaption></figure>',
      '```rust title="src/main.rs"\nfn main() {}\n```\n\nListing 1-1: A program',
    ],
    [
      'below its file name',
      '<p><span class="filename">Filename: src/lib.rs</span></p>\n<pre><code class="language-rust">mod a;</code></pre>',
      '```rust title="src/lib.rs"\nmod a;\n```',
    ],
    [
      'of rustdoc',
      '<pre class="rust rust-example-rendered"><code>let v;</code></pre>',
      '```rust\nlet v;\n```',
    ],
    [
      'of Pandoc',
      '<div class="sourceCode"><pre class="sourceCode python code-with-copy"><code class="sourceCode python">import x</code></pre></div>',
      '```python\nimport x\n```',
    ],
    [
      'highlighted by highlight.js',
      '<pre><code class="hljs javascript">let a</code></pre>',
      '```javascript\nlet a\n```',
    ],
    [
      'of VitePress',
      '<div class="language-js"><button class="copy"></button><span class="lang">js</span><pre class="shiki"><code>let a</code></pre></div>',
      '```js\nlet a\n```',
    ],
    [
      'titled with its language',
      '<div class="language-js" data-title="js"><pre><code>let a</code></pre></div>',
      '```js\nlet a\n```',
    ],
    ['below a heading', '<h2 class="title">Match</h2><pre>match x</pre>', '## Match\n\n```\nmatch x\n```'],
  ])('%s keeps its language and title', (_what, sample, expected) => {
    expect(extractMarkdown(sample)).toBe(`# T\n\n${expected}`);
  });

  it('does not take a file name from the surrounding text', () => {
    expect(
      extractMarkdown('<p>See <code class="filename">/etc/wick</code>.</p><pre>a</pre><pre>b</pre>'),
    ).toBe('# T\n\nSee `/etc/wick`.\n\n```\na\n```\n\n```\nb\n```');
  });

  // When every sample was compared with all others, this took more than a minute.
  it('is converted in linear time', () => {
    expect(extractMarkdown('<pre>x</pre>'.repeat(8_000)).length).toBeGreaterThan(8_000);
  });
});
