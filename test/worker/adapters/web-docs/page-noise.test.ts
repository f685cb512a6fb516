import { describe, expect, it } from 'vitest';
import { extractMarkdown } from '../../../support/samples/web-page.ts';

describe('noise in a page', () => {
  it.each([
    [
      'a sample whose lines are numbered',
      '<pre class="line-numbers language-css"><code class="language-css">a{b:c}</code></pre>',
      '```css\na{b:c}\n```',
    ],
    ['text in a box that numbers lines', '<div class="line-numbers"><p>Soot.</p></div>', 'Soot.'],
    ['a section with the class `copy`', '<section class="copy"><p>Soot.</p></section>', 'Soot.'],
    ['related prose', '<div class="related"><p>Soot.</p></div>', 'Soot.'],
    [
      'a sample in a box with a noise class',
      '<div class="feedback"><pre>send("soot")</pre></div>',
      '```\nsend("soot")\n```',
    ],
    ['most of the text', `<form>${'<p>Soot.</p>'.repeat(200)}</form>`, 'Soot.'],
    ['hidden text that a search reveals', '<div hidden="until-found"><p>Soot.</p></div>', 'Soot.'],
  ])('is not %s', (_what, body, expected) => {
    expect(extractMarkdown(body)).toContain(expected);
  });

  it.each([
    ['a list of contents', '<div class="toc"><p>Contents</p><a href="#a">Wicks and lamps</a></div>'],
    ['related pages', '<div class="related"><h3>More</h3><ul><li><a href="b">Wicks</a></li></ul></div>'],
    ['a feedback box', '<div class="feedback"><h2>Helpful?</h2><p>Tell us.</p></div>'],
    ['a form', '<form><label>Mail</label><p>Subscribe</p></form>'],
    ['a list of pages at the side', '<aside class="sidebar"><ul><li><a href="b">Wicks</a></li></ul></aside>'],
    ['a link back from a footnote', '<p><a href="#fnref">↩︎</a></p>'],
    ['a button', '<button>Expand all</button>'],
    [
      'line numbers',
      '<div class="gutter"><pre>1\n2\n</pre></div><div class="line-numbers-wrapper">1 2</div>',
    ],
  ])('is %s', (_what, body) => {
    expect(extractMarkdown(`<p>${'Text. '.repeat(20)}</p>${body}`)).toBe(
      `# T\n\n${'Text. '.repeat(20).trim()}`,
    );
  });

  it('is not a footnote, topic or sidebar of Sphinx', () => {
    expect(
      extractMarkdown(
        '<aside class="topic"><p class="topic-title">Rules</p><p>One.</p></aside><aside class="sidebar"><p>Two.</p></aside><aside class="footnote-list brackets"><aside class="footnote brackets" id="id2" role="doc-footnote"><span class="label">[<a role="doc-backlink" href="#id1">1</a>]</span><p>Three.</p></aside></aside>',
      ),
    ).toBe('# T\n\nRules\n\nOne.\n\nTwo.\n\n\\[1]\n\nThree.');
  });
});
