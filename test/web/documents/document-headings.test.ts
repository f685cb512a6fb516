/** Finds headings in the source of documents. */
import { expect, test } from 'vitest';
import { findHeadings } from '../../../web/src/lib/features/documents/document-headings.ts';

const list = (language: string, text: string) =>
  findHeadings(language, text)?.map(({ line, level, title }) => [line, level, title]);

test('of Markdown, without those in code', () => {
  const text =
    '# One `a` [link](x.md) ##\n\n```sh\n# no\n```\nTwo\n===\n\n| a |\n---\n### Three\n- item\n---\nFour\n---\n';
  expect(list('markdown', text)).toEqual([
    [1, 1, 'One a link'],
    [6, 1, 'Two'],
    [11, 3, 'Three'],
    [14, 2, 'Four'],
  ]);
});

test('of reStructuredText, with the levels in the order of their underlines', () => {
  const text = '=====\nTitle\n=====\n\nPart\n====\n\nSmall\n-----\n\nNext\n====\n\ntext\n--\n';
  expect(list('restructuredtext', text)).toEqual([
    [2, 1, 'Title'],
    [5, 2, 'Part'],
    [8, 3, 'Small'],
    [11, 2, 'Next'],
  ]);
});

test('of AsciiDoc, and of no other language', () => {
  expect(list('asciidoc', '= A\n\n----\n== no\n----\n== B\n')).toEqual([
    [1, 1, 'A'],
    [6, 2, 'B'],
  ]);
  expect(findHeadings('python', '# comment')).toBeUndefined();
});

test.each([
  ['spaces', `# a${' '.repeat(60_000)}b`, 'a'],
  ['spaces before a line separator', `# ${' '.repeat(60_000)}\u2028b`, undefined],
  ['closing marks', `# a${' #'.repeat(60_000)} b`, `a${' #'.repeat(99)}`],
])('of Markdown are read in linear time with many %s', (_what, text, title) => {
  const startedAt = performance.now();
  expect(findHeadings('markdown', text)?.map((heading) => heading.title)).toEqual(
    title === undefined ? [] : [title],
  );
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
