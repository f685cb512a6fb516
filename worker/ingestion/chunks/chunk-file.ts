/**
 * Splits one file into chunks. Its language determines how: by grammar, headings, component parts or indentation.
 * Concatenating the chunks' `raw` texts gives the file's text, and no chunk exceeds the budget. Broken syntax
 * only reduces precision and sets `degraded`.
 */

import type { ChunkBudget, ChunkedFile } from '../../core/code/chunk.ts';
import type { FileTrait } from '../../core/files/file.ts';
import type { Parser } from '../../ports/parser.ts';
import { chunkCode } from './chunk-code.ts';
import { chunkComponent } from '../components/chunk-component.ts';
import { chunkDocument } from '../documents/chunk-document.ts';
import { detectCodeTraits, detectHeaderTraits } from '../symbols/file-traits.ts';
import { noReferences } from '../../core/code/reference.ts';
import { splitTree } from './split-tree.ts';
import { measureText } from './measured-text.ts';
import { buildIndentationTree } from './indentation-tree.ts';
import { toChunks } from './to-chunks.ts';

/**
 * Chunks are cached by content: the same text in the same language produces the same chunks at any path.
 * `path` therefore never affects the result.
 */
interface ChunkableFile {
  readonly path: string;
  /** A language name of `core/files/language.ts`. */
  readonly language: string;
  readonly text: string;
}

export async function chunkFile(file: ChunkableFile, tools: ChunkTools): Promise<ChunkedFile> {
  return addTraits(await chunkByLanguage(file, tools), detectHeaderTraits(file.text));
}

interface ChunkTools {
  readonly parser: Parser;
  readonly budget: ChunkBudget;
}

async function chunkByLanguage(file: ChunkableFile, { parser, budget }: ChunkTools): Promise<ChunkedFile> {
  const { language, text } = file;
  if (language === 'markdown' || language === 'restructuredtext')
    return chunkDocument(text, language, budget);
  if (language === 'svelte' || language === 'vue') return chunkComponent(text, language, { parser, budget });
  const grammar = chooseGrammar(file);
  if (!parser.languages.includes(grammar)) return chunkText(text, budget);
  const tree = await parser.parse(text, grammar);
  if (tree === undefined) return { ...chunkText(text, budget), degraded: true };
  try {
    return addTraits(chunkCode(text, tree, { budget }), detectCodeTraits(text, tree));
  } finally {
    tree.dispose();
  }
}

/** Copies the file's traits to every chunk, because a chunk is read without its file. */
function addTraits(file: ChunkedFile, traits: readonly FileTrait[]): ChunkedFile {
  if (traits.length === 0) return file;
  const chunks = file.chunks.map((chunk) => ({
    ...chunk,
    metadata: { ...chunk.metadata, traits: [...(chunk.metadata.traits ?? []), ...traits] },
  }));
  return { ...file, chunks };
}

/** Detects C++ in `.h` files, which are labeled as C: only the C++ grammar can parse it. */
function chooseGrammar({ language, text }: ChunkableFile): string {
  const cpp = /^[ \t]*(?:class\s+\w|namespace\b|template\s*<|using\s+\w|(?:public|private|protected):)/m;
  return language === 'c' && cpp.test(text) ? 'cpp' : language;
}

export function chunkText(text: string, budget: ChunkBudget): ChunkedFile {
  const measured = measureText(text);
  const nodes = buildIndentationTree(measured, { first: 0, last: measured.lineCount - 1 });
  const drafts = splitTree(nodes, { measured, budget, isUnit: isNeverUnit, containsUnits: isNeverUnit });
  const chunks = toChunks(drafts, measured, ({ kind }) => ({
    symbol: undefined,
    kind: kind === 'blob' ? kind : 'text',
    metadata: { defines: [] },
  }));
  return { chunks, symbols: [], references: noReferences, degraded: false };
}

/** Rejects every node, because plain text has no known units. */
function isNeverUnit(): boolean {
  return false;
}
