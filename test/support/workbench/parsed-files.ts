/** Files as the parse stage passes them to the chunk store, split every few lines: small, with every row known. */

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
}

export async function parseFile(facts: FileFacts): Promise<{ path: string; content: ParsedContent }> {
  const { path, text, encoding = 'utf-8', linesPerChunk = 10, symbols = [], masks = [] } = facts;
  const bytes = encodeText(text, encoding);
  const lines = splitLines(text);
  const chunks: ParsedContent['chunks'][number][] = [];
  let startOffset = 0;
  for (let at = 0; at < lines.length; at += linesPerChunk) {
    const raw = lines.slice(at, at + linesPerChunk).join('');
    const endLine = Math.min(at + linesPerChunk, lines.length);
    const within = symbols.filter((one) => one.nameLine > at && one.nameLine <= endLine);
    chunks.push({
      ordinal: chunks.length,
      startLine: at + 1,
      endLine,
      raw,
      hash: await sha256(raw),
      startOffset,
      kind: 'text',
      symbol: within[0]?.qualifiedName,
      metadata: { defines: within.map((one) => one.qualifiedName), ...facts.metadata },
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
      degraded: false,
      masks,
      chunks,
      symbols,
      references: facts.references ?? noReferences,
    },
  };
}

/** A one-line definition with plain defaults. */
export function definition(
  qualifiedName: string,
  nameLine: number,
  more: Partial<SymbolDefinition> = {},
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
    ...more,
  };
}
