/** Evidence for quoted lines: which definition it names, and whose score it has. */
import { expect, it } from 'vitest';
import {
  issueExcerpts,
  type QuotedLines,
} from '../../../../../worker/flows/answer/passages/issue-excerpts.ts';
import type { SymbolRow } from '../../../../../worker/ports/chunk-store.ts';
import { createMemoryGraph } from '../../../../support/fakes/memory-graph.ts';
import { graphSnapshot } from '../../../../support/workbench/graph-services.ts';

const path = 'src/bell.js';
const text = `// Rings the bell once.
bell.ring = function ring(hammer) {
  hammer.strike();
};
`;

async function issue(symbols: readonly SymbolRow[], quoted: readonly QuotedLines[]) {
  const file = {
    path,
    text,
    hash: 'h',
    encoding: 'utf-8',
    masks: [],
    language: 'javascript',
    role: 'source',
    lines: 4,
    bytes: text.length,
  } as const;
  const chunkStore = { readFiles: async () => [file], symbolsAt: async () => symbols };
  const issued = await issueExcerpts({ chunkStore }, graphSnapshot, quoted, { terms: [] });
  return [...issued.values()].map(({ symbol, score }) => [symbol, score]);
}

const { symbols } = createMemoryGraph({ [path]: ['ring 2-4', 'bell.ring 2-4'] }, []);
const documented = symbols.map((symbol) =>
  symbol.name === symbol.qualifiedName
    ? symbol
    : { ...symbol, documentationLines: { startLine: 1, endLine: 1 } },
);
const ring = { path, startLine: 1, endLine: 4, symbol: 'bell.ring', kind: 'function', score: 1 };

it('names lines and documentation of one definition by the same one of its two names', async () => {
  const lines = [1, 3].map((line) => ({ path, startLine: line, endLine: line, definition: ring }));
  expect(await issue(documented, lines)).toEqual([
    ['bell.ring', 1],
    ['bell.ring', 1],
  ]);
});

it('names lines that no function or type contains by their own definition, with its score', async () => {
  const caller = { ...ring, symbol: 'tower', score: 0 };
  const elsewhere = { ...caller, path: 'src/tower.js' };
  const quoted = [caller, elsewhere].map((definition, index) => ({
    path,
    startLine: 3,
    endLine: 3 + index,
    definition,
  }));
  expect(await issue([], quoted)).toEqual([
    ['tower', 0],
    [undefined, 0],
  ]);
});

it('names no definition for a section of documentation', async () => {
  const section = { ...ring, kind: 'section', symbol: 'Bells › Ringing' };
  expect(await issue(documented, [{ path, startLine: 1, endLine: 4, definition: section }])).toEqual([
    [undefined, 1],
  ]);
});
