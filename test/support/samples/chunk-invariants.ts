/** Checks the invariants of every chunked file: no text is lost, line numbers are right, and no chunk exceeds the budget. */
import { expect } from 'vitest';
import type { ChunkBudget, ChunkedFile } from '../../../worker/core/code/chunk.ts';
import { splitLines } from '../../../worker/core/text/decode-text.ts';
import { countTokens } from '../../../worker/core/text/tokens.ts';

/** Matches an unpaired surrogate, which UTF-8 cannot encode. */
export const loneSurrogate = /\p{Surrogate}/u;

/** @param text text without unpaired surrogates, like every decoded file */
export function expectSoundChunks(text: string, { chunks, symbols }: ChunkedFile, budget: ChunkBudget): void {
  const lines = splitLines(text);
  expect(chunks.map((chunk) => chunk.raw).join('')).toBe(text);
  chunks.forEach((chunk, index) => {
    expect(chunk.ordinal).toBe(index);
    expect(chunk.raw).not.toBe('');
    expect(countTokens(chunk.raw)).toBeLessThanOrEqual(budget.maxTokens);
    const chunkLines = lines.slice(chunk.startLine - 1, chunk.endLine).join('');
    const isWhole = chunkLines === chunk.raw;
    // A chunk may begin or end within a line only if the line by itself exceeds the budget.
    const edges = [lines[chunk.startLine - 1] ?? '', lines[chunk.endLine - 1] ?? ''];
    expect(isWhole || edges.some((line) => countTokens(line) > budget.maxTokens)).toBe(true);
    expect(chunkLines).toContain(chunk.raw);
    expect(chunk.startLine).toBeGreaterThanOrEqual(chunks[index - 1]?.endLine ?? 1);
    expect(chunk.raw).not.toMatch(loneSurrogate);
  });
  for (const symbol of symbols) {
    expect(symbol.startLine).toBeLessThanOrEqual(symbol.nameLine);
    expect(symbol.nameLine).toBeLessThanOrEqual(symbol.endLine);
    expect(symbol.endLine).toBeLessThanOrEqual(Math.max(lines.length, 1));
    expect(symbol.qualifiedName.endsWith(symbol.name)).toBe(true);
  }
}
