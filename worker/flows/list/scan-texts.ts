/** Reads the texts of files until the time is over, and parses those that may contain a result. */

import { componentScript } from '../../ingestion/components/component-script.ts';
import type { SyntaxTree } from '../../ports/parser.ts';
import type { ListedFile } from '../../ports/chunk-store.ts';
import { readTexts, splitIntoReads, type ReadText } from '../search/read-texts.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

export type ListServices = Pick<Services, 'chunkStore' | 'graphStore' | 'parser' | 'glob' | 'clock'>;

/** Maximum characters shown of a line. */
const maxLineLength = 300;

export interface TimedFiles {
  readonly files: readonly ListedFile[];
  /** Time in milliseconds at which the list ends. */
  readonly until: number;
}

/** @returns whether every file was visited in time */
export async function scanTexts(
  { chunkStore, clock }: ListServices,
  { key }: ResolvedSnapshot,
  { files, until }: TimedFiles,
  visit: (file: ReadText) => Promise<void> | void,
): Promise<boolean> {
  for (const read of splitIntoReads(files)) {
    for (const file of await readTexts({ chunkStore }, key, read)) {
      if (clock.now() > until) return false;
      await visit(file);
    }
    await clock.yieldToEventLoop();
  }
  return true;
}

export interface ParsedText {
  readonly text: string;
  readonly language: string;
  readonly tree: SyntaxTree;
}

/** Whether the language has a grammar, alone or within components. */
export function isParsed({ parser }: Pick<ListServices, 'parser'>, language: string): boolean {
  return isComponent(language) || parser.languages.includes(language);
}

/**
 * Parses a text, or the scripts of a component at their positions, and releases the tree after `read`.
 * @returns undefined if the text is too large or cannot be parsed
 */
export async function withTree<Result>(
  { parser }: Pick<ListServices, 'parser'>,
  file: ReadText,
  read: (parsed: ParsedText) => Result,
): Promise<Result | undefined> {
  const isScript = isComponent(file.language);
  const text = isScript ? componentScript(file.text) : file.text;
  const language = isScript ? 'typescript' : file.language;
  const tree = await parser.parse(text, language);
  if (tree === undefined) return undefined;
  try {
    return read({ text, language, tree });
  } finally {
    tree.dispose();
  }
}

function isComponent(language: string): boolean {
  return language === 'svelte' || language === 'vue';
}

/** Returns the line of each offset, 1-based, with the line's text. */
export function createLineReader(text: string): (offset: number) => { line: number; text: string } {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = starts[low] ?? 0;
    const end = starts[low + 1] ?? text.length + 1;
    return {
      line: low + 1,
      text: text
        .slice(start, end - 1)
        .replace(/\r$/, '')
        .slice(0, maxLineLength),
    };
  };
}

/** Offsets of a text; an identifier does not match within a longer one. */
export function* findText(text: string, wanted: string): Generator<number> {
  const [startsWord, endsWord] = [/^[\p{L}\p{N}_$]/u.test(wanted), /[\p{L}\p{N}_$]$/u.test(wanted)];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const isInside =
      (startsWord && /[\p{L}\p{N}_$]/u.test(text[at - 1] ?? '')) ||
      (endsWord && /[\p{L}\p{N}_$]/u.test(text[at + wanted.length] ?? ''));
    if (isInside) continue;
    yield at;
    at += wanted.length - 1;
  }
}
