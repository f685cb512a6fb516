/** Where a source in the widget opens. */
import { expect, it } from 'vitest';
import type { Evidence } from '../../../web/src/lib/api.ts';
import { describeCitation } from '../../../web/widget/panel/describe-citation.ts';

const span = { kind: 'docs', path: 'guide.md', startLine: 3, endLine: 9 };

it.each([
  [{ ...span, url: 'https://docs.example.org/a#b', symbol: 'B' }, 'https://docs.example.org/a#b', 'B, /a'],
  [
    { ...span, url: '/r/x/files/guide.md#L3-L9' },
    'https://code.example.org/r/x/files/guide.md#L3-L9',
    'guide.md, lines 3–9',
  ],
  [{ ...span, endLine: 3, url: 'javascript:alert(1)' }, undefined, 'guide.md, line 3'],
  [{ kind: 'attachment', path: 'a.txt', startLine: 1, endLine: 1 }, undefined, 'a.txt, line 1'],
])('of %o', (evidence, address, name) => {
  const described = describeCitation(evidence as unknown as Evidence, 'https://code.example.org');
  expect(described).toEqual({ address, name });
});
