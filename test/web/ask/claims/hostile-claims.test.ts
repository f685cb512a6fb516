/**
 * A model's Markdown is inert. The app parses it into a few kinds of nodes without addresses or markup. A copied answer contains no links
 * except citations.
 */
import { assert, constantFrom, array, property } from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim } from '../../../../web/src/lib/api.ts';
import { formatAnswerMarkdown } from '../../../../web/src/lib/features/ask/answer/format-answer-markdown.ts';
import { emptyAnswer, reduceAnswer } from '../../../../web/src/lib/features/ask/answer/reduce-answer.ts';
import { parseMarkdown, type Block } from '../../../../web/src/lib/features/ask/claims/parse-markdown.ts';
import type { Inline } from '../../../../web/src/lib/features/ask/claims/parse-inline.ts';

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
  'table',
  'rule',
  'text',
  'citation',
  'strong',
  'emphasis',
]);
const fields = new Set([
  'kind',
  'children',
  'text',
  'language',
  'items',
  'start',
  'id',
  'level',
  'ends',
  'rows',
]);

/** All nodes, including nested ones. */
function flattenNodes(nodes: readonly (Block | Inline)[]): readonly (Block | Inline)[] {
  return nodes.flatMap((node) => [
    node,
    ...('children' in node ? flattenNodes(node.children) : []),
    ...('items' in node ? node.items.flatMap(flattenNodes) : []),
    ...('rows' in node ? node.rows.flatMap((row) => row.flatMap(flattenNodes)) : []),
  ]);
}

function expectInert(text: string): void {
  for (const node of flattenNodes(parseMarkdown(text))) {
    expect(kinds).toContain(node.kind);
    for (const field of Object.keys(node)) expect(fields).toContain(field);
    if (node.kind === 'citation') expect(node.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    if (node.kind === 'code' && 'language' in node) expect(node.language).toMatch(/^[\w+#.-]*$/);
  }
}

test.each(hostile)('parses %j as inert nodes', (text) => expectInert(text));

test('parses any combination of hostile pieces as inert nodes', () => {
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

test.each(hostile)('copies %j as Markdown without link, image or element', (text) => {
  const claim: Claim = { id: 'c1', text, state: 'unsupported', citations: [], checks: [] };
  const markdown = formatAnswerMarkdown({
    question: 'q',
    answer: reduceAnswer(reduceAnswer(emptyAnswer, { type: 'text-delta', id: 't', delta: text }), {
      type: 'data-claim',
      id: 'c1',
      data: claim,
    }),
    repositoryName: 'harbour',
    source: undefined,
    origin: 'https://example.org',
  });
  const outsideCode = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  expect(outsideCode).not.toMatch(/(?<!\\)\]\(|(?<!\\)\]\[|(?<!\\)<[a-z/!]|^\[[^\]]*\]:/im);
});
