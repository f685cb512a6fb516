/**
 * One file to chunks and symbols, by the way its language is best cut: along its grammar, by headings, by the parts of
 * a component, or by indentation. Whatever the text, `raw` of the chunks joined is the text, and no chunk is over the
 * budget: broken syntax only loses precision, and says so in `degraded`.
 */

import type { ChunkBudget, ChunkedFile } from '../core/chunk.ts';
import type { FileTrait } from '../core/file.ts';
import type { Parser } from '../ports/parser.ts';
import { chunkCode } from './chunk-code.ts';
import { chunkComponent } from './chunk-component.ts';
import { chunkDocument } from './chunk-document.ts';
import { chunkText } from './chunk-text.ts';
import { codeTraits } from './code-traits.ts';
import { headTraits } from './head-traits.ts';

/**
 * Chunks are cached by content: the same text in the same language gives the same chunks wherever it lies, so `path`
 * says which file is meant and decides nothing.
 */
interface ChunkableFile {
  readonly path: string;
  /** A name of `core/language.ts`. */
  readonly language: string;
  readonly text: string;
}

export async function chunkFile(file: ChunkableFile, tools: CuttingTools): Promise<ChunkedFile> {
  return withTraits(await cutFile(file, tools), headTraits(file.text));
}

interface CuttingTools {
  readonly parser: Parser;
  readonly budget: ChunkBudget;
}

async function cutFile(file: ChunkableFile, { parser, budget }: CuttingTools): Promise<ChunkedFile> {
  const { language, text } = file;
  if (language === 'markdown' || language === 'restructuredtext')
    return chunkDocument(text, language, budget);
  if (language === 'svelte' || language === 'vue') return chunkComponent(text, language, { parser, budget });
  const grammar = grammarOf(file);
  if (!parser.languages.includes(grammar)) return chunkText(text, budget);
  const tree = await parser.parse(text, grammar);
  if (tree === undefined) return { ...chunkText(text, budget), degraded: true };
  try {
    return withTraits(chunkCode(text, tree, { budget }), codeTraits(text, tree));
  } finally {
    tree.dispose();
  }
}

/** Traits are of the file, and kept with every chunk: a chunk is read without its file. */
function withTraits(cut: ChunkedFile, traits: readonly FileTrait[]): ChunkedFile {
  if (traits.length === 0) return cut;
  const chunks = cut.chunks.map((chunk) => ({
    ...chunk,
    metadata: { ...chunk.metadata, traits: [...(chunk.metadata.traits ?? []), ...traits] },
  }));
  return { ...cut, chunks };
}

/** The language of a `.h` file is given as C; when it holds C++, only that grammar can read it. */
function grammarOf({ language, text }: ChunkableFile): string {
  const cpp = /^[ \t]*(?:class\s+\w|namespace\b|template\s*<|using\s+\w|(?:public|private|protected):)/m;
  return language === 'c' && cpp.test(text) ? 'cpp' : language;
}
