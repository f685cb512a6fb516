/** Copies and translations share one rank, which shows the edition in the user's language. */
import { describe, expect, it } from 'vitest';
import type { ChunkRow } from '../../../../worker/ports/chunk-store.ts';
import { deduplicateSpans } from '../../../../worker/retrieval/ranking/deduplicate-spans.ts';
import type { RankedSpan } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

let lastKey = 0;
const span = (path: string, score: number, chunk: Partial<ChunkRow> & { raw?: string } = {}): RankedSpan => {
  lastKey += 1;
  const row = chunkRow(path, { key: lastKey, fileHash: `hash of ${path}`, lines: 100, ...chunk });
  return { chunk: row, score, scores: { fused: score } };
};
const summarize = (spans: readonly RankedSpan[], languages = ['en']) =>
  deduplicateSpans(spans, languages).map(({ chunk, score, copies = [] }) => [
    chunk.path,
    score,
    ...copies.map((copy) => copy.path),
  ]);
const words = (first: number, count = 60): string =>
  Array.from({ length: count }, (_, at) => `word${first + at}`).join(' ');

const similarFiles = (role: 'example' | 'source') => [
  span('examples/a/app.ts', 0.9, { role, raw: words(0) }),
  span('examples/b/app.ts', 0.8, { role, raw: `${words(0, 58)} other thing` }),
];

describe('translations of a page', () => {
  const place = { startLine: 11, endLine: 30 };
  const pages = [
    span('docs/de/docs/body.md', 0.9, { role: 'translation', ...place }),
    span('docs/en/docs/body.md', 0.7, { role: 'docs', startLine: 10, endLine: 28 }),
    span('docs/ja/docs/body.md', 0.6, { role: 'translation', ...place }),
    span('fastapi/routing.py', 0.5, { role: 'source' }),
  ];

  it('share the best of their ranks, which shows the original', () => {
    expect(summarize(pages)).toEqual([
      ['docs/en/docs/body.md', 0.9, 'docs/de/docs/body.md', 'docs/ja/docs/body.md'],
      ['fastapi/routing.py', 0.5],
    ]);
  });

  it('report how much the shared rank adds to the score', () => {
    expect(deduplicateSpans(pages, ['en'])[0]?.scores).toEqual({ fused: 0.7, copies: 0.2 });
  });

  it('show the edition in the user’s language', () => {
    expect(summarize(pages, ['ja'])[0]?.[0]).toBe('docs/ja/docs/body.md');
  });

  it('share a rank only for the same section', () => {
    const sections = [
      span('docs/de/docs/body.md', 0.9, { role: 'translation', startLine: 1, endLine: 20 }),
      span('docs/en/docs/body.md', 0.8, { role: 'docs', startLine: 60, endLine: 90 }),
    ];
    expect(summarize(sections)).toHaveLength(2);
  });

  it('match sections by explicit heading anchor, whatever their lines', () => {
    const metadata = { defines: [], headings: ['Body', 'Use it { #use-it }'] };
    const sections = [
      span('docs/de/docs/body.md', 0.9, { role: 'translation', startLine: 1, endLine: 20, metadata }),
      span('docs/en/docs/body.md', 0.8, { role: 'docs', startLine: 60, endLine: 90, metadata }),
    ];
    expect(summarize(sections)).toHaveLength(1);
  });

  it('are never merged if they are sections of one file', () => {
    const sections = [
      span('docs/zh/docs/body.md', 0.9, { role: 'translation', startLine: 1, endLine: 90 }),
      span('docs/en/docs/body.md', 0.8, { role: 'docs', startLine: 1, endLine: 40 }),
      span('docs/en/docs/body.md', 0.7, { role: 'docs', startLine: 41, endLine: 90 }),
    ];
    expect(summarize(sections).map(([path]) => path)).toEqual([
      'docs/en/docs/body.md',
      'docs/en/docs/body.md',
    ]);
  });
});

describe('copies of a file', () => {
  it('appear once if they are identical, whatever their role', () => {
    const copied = { fileHash: 'one', role: 'source' } as const;
    const spans = [span('a/lib.py', 0.9, copied), span('b/lib.py', 0.8, copied)];
    expect(summarize(spans)).toEqual([['a/lib.py', 0.9, 'b/lib.py']]);
    const other = [span('a/lib.py', 0.9, copied), span('b/lib.py', 0.8, { ...copied, ordinal: 1 })];
    expect(summarize(other)).toHaveLength(2);
  });

  it('appear once if they differ slightly and are examples, but not if they are sources', () => {
    expect(summarize(similarFiles('example'))).toEqual([['examples/a/app.ts', 0.9, 'examples/b/app.ts']]);
    expect(summarize(similarFiles('source'))).toHaveLength(2);
  });

  it('appear separately if they differ a lot', () => {
    const spans = [
      span('examples/a/app.ts', 0.9, { role: 'example', raw: words(0) }),
      span('examples/b/app.ts', 0.8, { role: 'example', raw: words(30) }),
    ];
    expect(summarize(spans)).toHaveLength(2);
  });

  it('show the newest version of versioned documentation', () => {
    const text = { role: 'docs', raw: words(0) } as const;
    const spans = [span('versioned_docs/version-9.x/a.md', 0.9, text), span('docs/a.md', 0.8, text)];
    expect(summarize(spans)).toEqual([['docs/a.md', 0.9, 'versioned_docs/version-9.x/a.md']]);
  });
});

it('returns a ranking without copies unchanged, including spans after the first 200', () => {
  const spans = Array.from({ length: 210 }, (_, at) => span(`src/a${at}.py`, 1 - at / 1_000));
  expect(deduplicateSpans(spans, ['en'])).toEqual(spans);
});
