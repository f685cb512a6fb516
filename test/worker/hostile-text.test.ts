/**
 * Reads hostile texts: repeated patterns that make a naive reader scan the rest of the text at each position. The time limit is far above
 * linear time and far below quadratic time.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseClaim } from '../../worker/answering/claim-text/parse-claim.ts';
import { createClaimReader, type ReadClaim } from '../../worker/answering/claim-text/read-claims.ts';
import { detectFileRole } from '../../worker/core/files/file-role.ts';
import { createTraitDetector } from '../../worker/core/files/file-traits.ts';
import { chunkDocument } from '../../worker/ingestion/documents/chunk-document.ts';
import { findComponentParts } from '../../worker/ingestion/components/component-parts.ts';
import { filterContent } from '../../worker/ingestion/source-files/content-filters.ts';
import { parseFenceInfo } from '../../worker/ingestion/documents/code-fence.ts';
import { detectHeaderTraits } from '../../worker/ingestion/symbols/file-traits.ts';
import { parseFrontMatter } from '../../worker/ingestion/documents/scan-front-matter.ts';
import { scanMarkdown, parseVersionTable } from '../../worker/ingestion/documents/scan-markdown.ts';
import { scanRestructuredText } from '../../worker/ingestion/documents/scan-restructured-text.ts';
import { stripComment } from '../../worker/ingestion/symbols/strip-comment.ts';
import { splitLines } from '../../worker/core/text/decode-text.ts';

/** Maximum milliseconds of processor time for 100 kB. A parser with quadratic time takes longer. */
const maxCpuMs = 2_500;
const length = 100_000;

/** Patterns that are repeated from the beginning of a text. These contain no whitespace, so the list is split at spaces. */
const repeatedMarks = [
  '< [ ( {# <‹ a< <a‹ ![ ]( “ ” " \' ` `` ``` ~ # = - | |a \\| a. . docs/ docs/a/ /test_ a/en- readme- /. [chunk:',
  '[chunk:e1] 。 é 😀 * /* /**/ <!-- """ \'\'\' :: :a: <script></script> <h1> </h1> lang= title=" { { ( {% :::',
].flatMap((row) => row.split(' '));
const repeatedWhitespace = [
  '\n',
  '\t',
  ' ',
  '\t\n',
  ' \n',
  '\n\t',
  '# ',
  '- ',
  '> ',
  '1. ',
  'a. ',
  '. ',
  '.\t',
  '.\n',
];
const repeatedLines = [
  '<!-- -->',
  '=begin',
  '.. a::',
  ':a: b',
  '<script></script>',
  '```\n```',
  '~~~',
  '# a',
  'a\n=',
];
const repeatedTags = [
  '<script ',
  '\n<script a',
  '\n<script "',
  '\n<script \'"',
  '\n<template>',
  'do not edit ',
];
const patterns: readonly (readonly [opening: string, repeated: string, end: string])[] = [
  repeatedMarks,
  repeatedWhitespace,
  repeatedLines.map((line) => `${line}\n`),
  repeatedTags,
]
  .flat()
  .map((repeated) => ['', repeated, '']);
const patternsWithOpening: typeof patterns = [
  ['# ', '<', ''],
  ['# ', '[', ''],
  ['# a', ' ', 'b'],
  ['# a', ' #', 'b'],
  ['# ', 'a<‹', ''],
  ['# ', '{#', ''],
  ['<h1>', '</h1 ', ''],
  ['```', '`', '\u2028a'],
  ['``` ', '[', ''],
  ['``` ', '[a.', ''],
  ['``` title="', '[', ''],
  ['---\na:', ' ', '\u2028b\n---\n'],
  ['---\na:\n', '- b\n', '---\n'],
  ['a\n', '\n', ' b'],
  ['a::\n', ' \n', '  b'],
  ['.. code::', ' ', 'a\u2028b'],
  ['.. versionadded:: 1\n', '  a\n', ''],
  ['| Version | Changes |\n| --- | --- |\n', '| 1 | a |\n', ''],
  ['"', ' ', 'b'],
  ['/* ', '*', 'b'],
  ['A.', '\t', 'b'],
  ['A.', '\t', '[chunk:'],
  ['A “', 'b. ', ''],
  ['A `', 'b. ', ''],
  ['```\n', '\n\t', ''],
  ['', 'docs/', 'fr/a'],
];

const budget = { minTokens: 80, maxTokens: 800 };
const splitBareLines = (text: string) => splitLines(text).map((line) => line.replace(/\n$/, ''));

function readClaims(text: string, length: number): readonly ReadClaim[] {
  const reader = createClaimReader();
  const parts = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    reader.add(text.slice(index * length, (index + 1) * length)),
  );
  return [...parts.flat(), ...reader.end()];
}

const parsers: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['Markdown', (text) => scanMarkdown(splitLines(text))],
  ['reStructuredText', (text) => scanRestructuredText(splitLines(text))],
  ['the chunks of Markdown', (text) => chunkDocument(text, 'markdown', budget)],
  ['the chunks of reStructuredText', (text) => chunkDocument(text, 'restructuredtext', budget)],
  ['a fence', (text) => parseFenceInfo(text, `{% code ${text}`)],
  ['front matter', (text) => parseFrontMatter(splitBareLines(text))],
  [
    'a version table',
    (text) => parseVersionTable(splitBareLines(text), { first: 0, last: splitBareLines(text).length - 1 }),
  ],
  ['a component', findComponentParts],
  ['a comment', stripComment],
  ['content', (text) => filterContent('a.py', new Uint8Array(), text)],
  ['a path', detectFileRole],
  ['a path besides its role', (path) => createTraitDetector([path])({ path })],
  ['the head of a file', detectHeaderTraits],
  ['an answer at once', (text) => readClaims(text, text.length)],
  ['an answer in parts', (text) => readClaims(text, 400)],
  ['the parts of a claim', parseClaim],
];

/** Chunking is slow for any text, so only some of the patterns are chunked. */
describe.each(parsers)('reading %s', (name, read) => {
  it('takes linear time, whatever pattern repeats', () => {
    const slow: unknown[] = [];
    for (const [opening, repeated, end] of name.startsWith('the chunks')
      ? patternsWithOpening
      : [...patterns, ...patternsWithOpening]) {
      const text = opening + repeated.repeat(Math.ceil(length / repeated.length)) + end;
      const measure = (): number => {
        const start = process.cpuUsage();
        read(text);
        return Math.round(process.cpuUsage(start).user / 1000);
      };
      // A busy machine can make one reading slow, but not two; quadratic time makes both slow.
      const first = measure();
      const spent = first > maxCpuMs ? Math.min(first, measure()) : first;
      if (spent > maxCpuMs) slow.push({ opening, repeated, end, spent });
    }
    expect(slow).toEqual([]);
  }, 300_000);
});

function measureStoredText(text: string, language: string): number {
  return chunkDocument(text, language, budget).chunks.reduce(
    (sum, { symbol, metadata }) => sum + (symbol ?? '').length + JSON.stringify(metadata).length,
    0,
  );
}

describe('stored metadata', () => {
  const sections = Array.from({ length: 300 }, (_, index) => `## S${index}\n\n${'word '.repeat(100)}\n\n`);

  it('is shorter than the text if a long heading applies to many sections', () => {
    const text = `# ${'heading '.repeat(25_000)}\n\n${sections.join('')}`;
    expect(measureStoredText(text, 'markdown')).toBeLessThan(text.length);
    const [first] = chunkDocument(text, 'markdown', budget).chunks;
    for (const heading of first?.metadata.headings ?? []) expect(heading.length).toBeLessThanOrEqual(200);
    expect(first?.symbol).toMatch(/^heading heading/);
  });

  it('contains the innermost headings of a path of long headings', () => {
    const marks = ['=', '-', '~', '^', '"', "'", '*', '+'];
    const trail = marks.map((mark, index) => `L${index} ${'x'.repeat(300)}\n${mark.repeat(310)}\n\n`);
    const last = chunkDocument(
      `${trail.join('')}${'word '.repeat(2_000)}`,
      'restructuredtext',
      budget,
    ).chunks.at(-1);
    expect(last?.symbol?.length).toBeLessThanOrEqual(1_000);
    expect(last?.metadata.headings?.at(-1)).toMatch(/^L7 x+$/);
  });

  it('is at most five times as long as nested version notes', () => {
    const notes = Array.from(
      { length: 300 },
      (_, depth) => `${' '.repeat(depth)}.. versionadded:: ${depth} a\n`,
    );
    const text = notes.join('');
    expect(measureStoredText(text, 'restructuredtext')).toBeLessThan(text.length * 5);
  });

  it('has the file’s values for keys that every object inherits', () => {
    expect(parseFrontMatter(['__proto__:', '- a', 'constructor: b', 'toString: c'])).toEqual({
      constructor: 'b',
      toString: 'c',
    });
    expect(scanRestructuredText(['.. constructor:: 1\n']).versions).toEqual([]);
  });
});

describe('a long answer', () => {
  const long = ['x'.repeat(700), 'word '.repeat(300), 'x'.repeat(590), '\t'.repeat(500), '😀'.repeat(300)];
  const short = [
    'One. Two. ',
    '“',
    '”',
    '`',
    '\n',
    '\n\n',
    '\n- ',
    '# ',
    '[chunk:e1]',
    '. ',
    '```\n',
    '\n```\n',
  ];
  const piece = fc.constantFrom(...long, ...short, '[chunk:e1]'.repeat(60));

  it('has the same claims however it is split, and no claim over the maximum length', () => {
    const texts = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 7, max: 900 }), (text, length) => {
        const whole = readClaims(text, Math.max(1, text.length));
        expect(readClaims(text, length)).toEqual(whole);
        for (const claim of whole) expect(claim.text.length).toBeLessThanOrEqual(4_000);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has the same claims if a block begins at the maximum length of a quotation', () => {
    for (let length = 570; length < 610; length++) {
      const text = `a “b. ${'x'.repeat(length)}\n 12. c. d`;
      expect(readClaims(text, 1)).toEqual(readClaims(text, text.length));
    }
  });

  it('is split into sentences even if a quotation is never closed', () => {
    const text = `It says “one. ${'word '.repeat(200)}end. Next.`;
    expect(readClaims(text, 50).map((claim) => claim.text.slice(0, 14))).toEqual([
      'It says “one.',
      'word word word',
      'Next.',
    ]);
  });
});
