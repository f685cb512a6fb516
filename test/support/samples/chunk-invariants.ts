/** Invariants of every chunked file, whatever its text: nothing is lost, line numbers are right, no chunk is over budget. */
import { expect } from 'vitest';
import type { ChunkBudget, ChunkedFile } from '../../../worker/core/code/chunk.ts';
import { splitLines } from '../../../worker/core/text/decode-text.ts';
import { countTokens } from '../../../worker/core/text/tokens.ts';

/** Half of a surrogate pair, which encoding as UTF-8 loses. */
export const loneSurrogate = /\p{Surrogate}/u;

/** @param text without lone surrogates, as every decoded file is */
export function expectSoundChunks(text: string, { chunks, symbols }: ChunkedFile, budget: ChunkBudget): void {
  const lines = splitLines(text);
  expect(chunks.map((chunk) => chunk.raw).join('')).toBe(text);
  chunks.forEach((chunk, index) => {
    expect(chunk.ordinal).toBe(index);
    expect(chunk.raw).not.toBe('');
    expect(countTokens(chunk.raw)).toBeLessThanOrEqual(budget.maxTokens);
    const own = lines.slice(chunk.startLine - 1, chunk.endLine).join('');
    const isWhole = own === chunk.raw;
    // Only a line that exceeds the budget by itself is split, so only then may a chunk begin or end within a line.
    const edges = [lines[chunk.startLine - 1] ?? '', lines[chunk.endLine - 1] ?? ''];
    expect(isWhole || edges.some((line) => countTokens(line) > budget.maxTokens)).toBe(true);
    expect(own).toContain(chunk.raw);
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
