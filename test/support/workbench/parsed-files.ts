/** Creates small files in the parse stage's output format, split every few lines, so that a test can predict every row. */

import type { ChunkMetadata } from '../../../worker/core/code/chunk.ts';
import type { Encoding } from '../../../worker/core/files/file.ts';
import { sha256 } from '../../../worker/core/text/hash.ts';
import { detectLanguage } from '../../../worker/core/files/language.ts';
import type { LocatedMask, ParsedContent } from '../../../worker/core/code/parsed-file.ts';
import { noReferences, type FileReferences } from '../../../worker/core/code/reference.ts';
import type { SymbolDefinition } from '../../../worker/core/code/symbol.ts';
import { countLines, encodeText, splitLines } from '../../../worker/core/text/decode-text.ts';

export interface FileFacts {
  readonly path: string;
  readonly text: string;
  readonly encoding?: Encoding;
  readonly linesPerChunk?: number;
  readonly symbols?: readonly SymbolDefinition[];
  readonly masks?: readonly LocatedMask[];
  readonly metadata?: Partial<ChunkMetadata>;
  readonly references?: FileReferences;
  readonly degraded?: boolean;
}

export async function parseFile(facts: FileFacts): Promise<{ path: string; content: ParsedContent }> {
  const { path, text, encoding = 'utf-8', linesPerChunk = 10, symbols = [], masks = [] } = facts;
  const bytes = encodeText(text, encoding);
  const lines = splitLines(text);
  const chunks: ParsedContent['chunks'][number][] = [];
  let startOffset = 0;
  for (let startIndex = 0; startIndex < lines.length; startIndex += linesPerChunk) {
    const raw = lines.slice(startIndex, startIndex + linesPerChunk).join('');
    const endLine = Math.min(startIndex + linesPerChunk, lines.length);
    const chunkSymbols = symbols.filter(
      (symbol) => symbol.nameLine > startIndex && symbol.nameLine <= endLine,
    );
    chunks.push({
      ordinal: chunks.length,
      startLine: startIndex + 1,
      endLine,
      raw,
      hash: await sha256(raw),
      startOffset,
      kind: 'text',
      symbol: chunkSymbols[0]?.qualifiedName,
      metadata: { defines: chunkSymbols.map((symbol) => symbol.qualifiedName), ...facts.metadata },
    });
    startOffset += raw.length;
  }
  const hash = await sha256(bytes);
  return {
    path,
    content: {
      hash,
      language: detectLanguage(path),
      encoding,
      bytes: bytes.byteLength,
      lines: countLines(text),
      degraded: facts.degraded ?? false,
      masks,
      chunks,
      symbols,
      references: facts.references ?? noReferences,
    },
  };
}

/** Creates a definition of one line with default values. */
export function definition(
  qualifiedName: string,
  nameLine: number,
  overrides: Partial<SymbolDefinition> = {},
): SymbolDefinition {
  const name = qualifiedName.split('.').at(-1) ?? qualifiedName;
  return {
    name,
    qualifiedName,
    kind: 'function',
    startLine: nameLine,
    endLine: nameLine,
    nameLine,
    signature: `def ${name}()`,
    documentation: '',
    exported: true,
    complexity: 1,
    ...overrides,
  };
}
