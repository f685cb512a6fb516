/**
 * A model's Markdown is inert as the app renders it: whatever comes, it is read into a few kinds of blocks and words, none of which has an
 * address, a source or markup of its own; and what is copied as Markdown links to citations alone.
 */
import { assert, constantFrom, array, property } from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim } from '../../web/src/lib/api.ts';
import { answerMarkdown } from '../../web/src/lib/features/ask/answer-markdown.ts';
import { parseClaim, type Block } from '../../web/src/lib/features/ask/parse-claim.ts';
import type { Inline } from '../../web/src/lib/features/ask/parse-inline.ts';

const hostile = [
  '[click](https://evil.example/?q=secret)',
  '![x](https://evil.example/p.png)',
  '[![x](https://evil.example/p.png)](javascript:alert(1))',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '<svg/onload=alert(1)>',
  '<https://evil.example>',
  'https://evil.example/?q=1',
  '[x][1]\n\n[1]: https://evil.example',
  '[x]: <javascript:alert(1)>',
  '[chunk:e1](https://evil.example)',
  '![chunk:e1](https://evil.example)',
  '```html\n<img src=https://evil.example>\n```',
  '`<img src=x>`',
  '> # <b>x</b>',
  '1. ![a][b]',
  '| [a](b) |\n|---|',
  '\\[x](https://evil.example)',
  '&lt;img src=x&gt;&#x3c;script&#x3e;',
  '**[x](https://evil.example)**',
];
const kinds = new Set([
  'paragraph',
  'heading',
  'code',
  'quote',
  'bulleted',
  'numbered',
  'text',
  'citation',
  'strong',
  'emphasis',
]);
const fields = new Set(['kind', 'children', 'text', 'language', 'items', 'start', 'id']);

/** Every node, with those within it. */
function nodesOf(nodes: readonly (Block | Inline)[]): readonly (Block | Inline)[] {
  return nodes.flatMap((node) => [
    node,
    ...('children' in node ? nodesOf(node.children) : []),
    ...('items' in node ? node.items.flatMap(nodesOf) : []),
  ]);
}

function expectInert(text: string): void {
  for (const node of nodesOf(parseClaim(text))) {
    expect(kinds).toContain(node.kind);
    for (const field of Object.keys(node)) expect(fields).toContain(field);
    if (node.kind === 'citation') expect(node.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    if (node.kind === 'code' && 'language' in node) expect(node.language).toMatch(/^[\w+#.-]*$/);
  }
}

test.each(hostile)('%j is words', (text) => expectInert(text));

test('however such pieces are put together', () => {
  const pieces = constantFrom(
    ...hostile,
    '\n',
    '\n\n',
    ' ',
    '`',
    '```',
    '[',
    ']',
    '(',
    '<',
    '- ',
    '> ',
    '\\',
    '*',
    '“',
  );
  assert(
    property(array(pieces, { maxLength: 12 }), (parts) => expectInert(parts.join(''))),
    { numRuns: 300 },
  );
});

test.each(hostile)('%j copied as Markdown makes no link, image or element', (text) => {
  const claim: Claim = { id: 'c1', text, state: 'unsupported', citations: [], checks: [] };
  const markdown = answerMarkdown({
    question: 'q',
    answer: { claims: [claim], text, evidence: [], coverage: null },
    repositoryName: 'harbour',
    origin: 'https://example.org',
  });
  const outsideCode = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  expect(outsideCode).not.toMatch(/(?<!\\)\]\(|(?<!\\)\]\[|(?<!\\)<[a-z/!]|^\[[^\]]*\]:/im);
});
