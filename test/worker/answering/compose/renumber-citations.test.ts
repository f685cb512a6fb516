/** Citations get other ids, and code that contains text like a citation stays as it is. */
import { expect, it } from 'vitest';
import { renumberCitations } from '../../../../worker/answering/compose/renumber-citations.ts';

const ids = new Map([
  ['e1', 'e4'],
  ['e2', 'e1'],
]);

it('replaces each id once, also if a new id is an old one', () => {
  expect(renumberCitations('One [chunk:e1] [chunk:e2], two [chunk:e1].', ids)).toBe(
    'One [chunk:e4] [chunk:e1], two [chunk:e4].',
  );
});

it('keeps ids that are not renumbered', () => {
  expect(renumberCitations('Seven [chunk:e7].', ids)).toBe('Seven [chunk:e7].');
});

it('changes no code', () => {
  const block = '````ts\nconst a = "[chunk:e1]";\n```\nconst b = `[chunk:e2]`;\n````';
  expect(renumberCitations(`Reads \`[chunk:e1]\`:\n${block}\n[chunk:e1]\n\n`, ids)).toBe(
    `Reads \`[chunk:e1]\`:\n${block}\n[chunk:e4]\n\n`,
  );
});
