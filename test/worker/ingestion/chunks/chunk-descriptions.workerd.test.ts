/** Every chunk of every language fixture names what it is: its kind, its definition with the signature, and the definition around it. */
import { describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { chunkKinds } from '../../../../worker/core/code/chunk.ts';
import type { Chunk, ChunkBudget, ChunkedFile } from '../../../../worker/core/code/chunk.ts';
import { isSymbolKind } from '../../../../worker/core/code/symbol.ts';
import { chunkFile } from '../../../../worker/ingestion/chunks/chunk-file.ts';
import { languageFixtures } from '../../../support/files/language-fixtures.ts';

const parser = createTreeSitterParser();
const chunk = (language: string, text: string, budget: ChunkBudget): Promise<ChunkedFile> =>
  chunkFile({ path: 'file', language, text }, { parser, budget });

const budgets = {
  'default budget': { minTokens: 50, maxTokens: 512 },
  'tiny budget': { minTokens: 1, maxTokens: 24 },
};
const cases = Object.entries(languageFixtures).flatMap(([language, text]) =>
  Object.entries(budgets).map(([name, budget]) => ({ language, text, name, budget })),
);

describe.each(cases)('a chunk of $language with the $name', ({ language, text, budget }) => {
  it('has the signature of a definition if it defines something', async () => {
    const { chunks, symbols } = await chunk(language, text, budget);
    const signatures = new Set(
      symbols.map(({ qualifiedName, signature }) => `${qualifiedName}\n${signature}`),
    );
    const kinds = new Map(symbols.map((symbol) => [symbol.qualifiedName, symbol.kind]));
    for (const { symbol, kind, metadata } of chunks.filter(
      ({ metadata: { defines } }) => defines.length > 0,
    )) {
      if (kind === 'imports') {
        for (const name of metadata.defines)
          expect(['constant', 'macro', 'type', 'variable']).toContain(kinds.get(name));
        continue;
      }
      expect(signatures).toContain(`${symbol}\n${metadata.signature}`);
      expect(kind).toSatisfy(isSymbolKind);
    }
  });

  it('names the definition around it', async () => {
    const { chunks, symbols } = await chunk(language, text, budget);
    /** Several names of one type have the same lines. */
    const innermostAround = ({ startLine, raw }: Chunk) => {
      const first = startLine + raw.slice(0, raw.search(/\S/)).split('\n').length - 1;
      const last = startLine + raw.trimEnd().split('\n').length - 1;
      const around = symbols.filter((symbol) => symbol.startLine < first && last <= symbol.endLine);
      const shortest = Math.min(...around.map(({ startLine: from, endLine }) => endLine - from));
      return around.filter(({ startLine: from, endLine }) => endLine - from === shortest);
    };
    // A piece of a long line may be inside a definition that starts on the same line.
    const ofWholeLines = chunks.filter(
      ({ raw, startLine }, index) => raw.trim() !== '' && chunks[index - 1]?.endLine !== startLine,
    );
    for (const described of ofWholeLines) {
      const around = innermostAround(described);
      if (around.length === 0) continue;
      expect(around.map(({ qualifiedName }) => qualifiedName)).toContain(described.metadata.enclosing);
      expect(described.symbol).toBeDefined();
      expect(described.metadata.signature).toBeDefined();
    }
  });

  it('has a kind of the vocabulary', async () => {
    const { chunks } = await chunk(language, text, budget);
    for (const { kind } of chunks) expect(chunkKinds).toContain(kind);
  });
});

const kindsOf = async (language: string, text: string) =>
  (await chunk(language, text, { minTokens: 20, maxTokens: 60 })).chunks.map(({ kind }) => kind);
const filler = (line: string): string => `${line}\n`.repeat(8);

describe('the kind of a chunk', () => {
  it('tells imports, comments and statements outside definitions apart', async () => {
    const imports = Array.from({ length: 12 }, (_, i) => `from parcel.part_${i} import send_${i}`).join('\n');
    const comment = '# Parcels leave the house every morning.\n'.repeat(6);
    const statements = 'start_the_belt(12, speed="slow")\nwatch_the_belt(until="noon")\n'.repeat(3);
    expect(await kindsOf('python', `${imports}\n`)).toEqual(['imports', 'imports']);
    expect(await kindsOf('python', `${comment}\n${statements}`)).toEqual([
      'comment',
      'statements',
      'statements',
    ]);
  });

  it('is the kind of the largest definition in the chunk', async () => {
    const source =
      'const limit = 3;\nexport function send(parcel) {\n  belt.push(parcel);\n  return belt.length;\n}\n';
    const { chunks } = await chunk('javascript', source, { minTokens: 50, maxTokens: 512 });
    expect(chunks).toMatchObject([
      { kind: 'function', symbol: 'send', metadata: { signature: 'export function send(parcel)' } },
    ]);
  });

  it('tells the parts of a component apart', async () => {
    const source = [
      `<script>\nlet count = 0;\n\nfunction add() {\n${filler('  count += 1;')}}\n</script>\n`,
      `<ul>\n${filler('  <li>{count} parcels</li>')}</ul>\n`,
      `<style>\n${filler('  li { color: teal; }')}</style>\n`,
    ].join('\n');
    expect([...new Set(await kindsOf('svelte', source))]).toEqual(['function', 'markup', 'style']);
  });
});
