/** Reads definitions of a commit: their lines, and where their heads end according to the parser. */

import '../../../worker/adapters/embedded/model/register-wasm-loader.ts';
import { CommandError } from '../../../clients/cli/command-error.ts';
import { runGit } from '../../../clients/cli/source/run-git.ts';
import type { SpanPosition } from '../../../worker/core/answers/evidence.ts';
import type { SymbolDefinition } from '../../../worker/core/code/symbol.ts';
import { detectLanguage } from '../../../worker/core/files/language.ts';
import { splitLines } from '../../../worker/core/text/decode-text.ts';
import { findHeadEnd } from '../../../worker/flows/context/read-definitions.ts';
import type { DefinitionLines } from '../../../worker/retrieval/excerpts/describe-lines.ts';
import type { Clone } from '../find-clone.ts';

export type ReadDefinition = (clone: Clone, position: SpanPosition) => Promise<DefinitionLines>;

interface ReadFile {
  readonly fileLines: readonly string[];
  readonly symbols: readonly SymbolDefinition[];
}

/** Sizes of chunks do not matter, because only the definitions of a file are read. */
const budget = { minTokens: 200, maxTokens: 800 };

/** @returns a function that reads and parses each file once */
export async function createDefinitionReader(): Promise<ReadDefinition> {
  // Imported after the wasm loader is registered, because the parser imports grammars.
  const [{ createTreeSitterParser }, { chunkFile }] = await Promise.all([
    import('../../../worker/adapters/tree-sitter/parser.ts'),
    import('../../../worker/ingestion/chunks/chunk-file.ts'),
  ]);
  const parser = createTreeSitterParser();
  const files = new Map<string, Promise<ReadFile>>();
  const read = async ({ folder, commit }: Clone, path: string): Promise<ReadFile> => {
    const { code, stdout: text } = await runGit(folder, ['show', `${commit}:${path}`]);
    if (code !== 0)
      throw new CommandError('usage', 'file_missing', {
        message: `${folder} has no file ${path} at ${commit}.`,
        fix: 'Check the essential definitions of the set.',
      });
    const { symbols } = await chunkFile({ path, language: detectLanguage(path), text }, { parser, budget });
    return { fileLines: splitLines(text), symbols };
  };
  return async (clone, { path, startLine, endLine }) => {
    const key = `${clone.folder}:${path}`;
    const reading = files.get(key) ?? read(clone, path);
    files.set(key, reading);
    const { fileLines, symbols } = await reading;
    const own = symbols
      .filter(({ nameLine, endLine: last }) => nameLine >= startLine && last <= endLine)
      .toSorted((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine))[0];
    const headEndLine = own === undefined ? startLine : findHeadEnd(own, fileLines);
    return { fileLines, startLine, endLine, headEndLine: Math.min(headEndLine, endLine) };
  };
}
