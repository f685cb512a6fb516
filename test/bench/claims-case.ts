/** One labelled claim and what it may cite: made by the kinds, put to the checks by the bench. */

import type { Evidence } from '../../worker/core/evidence.ts';
import { splitLines } from '../../worker/core/text.ts';
import type { DefinitionFacts } from './claims-facts.ts';
import type { SourceFile } from './claims-sources.ts';

/** `true`: must pass. `moved`: must be repaired. `fabricated`: must be flagged. `limit`: true, but known to be beyond the checks; counted apart. */
export type Truth = 'true' | 'moved' | 'fabricated' | 'limit';

export interface ClaimCase {
  readonly kind: string;
  readonly truth: Truth;
  readonly repository: string;
  readonly path: string;
  readonly text: string;
  readonly evidence: ReadonlyMap<string, Evidence>;
}

/** What a kind makes claims of: a definition, cited as `e1`, and others. */
export interface ClaimMaterial {
  readonly it: DefinitionFacts;
  /** Another of the same file, cited as `e2`; itself where it is alone. */
  readonly sibling: DefinitionFacts;
  /** The one that follows it in its file, or else the one before it. */
  readonly neighbour: DefinitionFacts | undefined;
  /** Of another repository, cited as `e3`. */
  readonly stranger: DefinitionFacts;
  /** Whether a word is said in the prose of few repositories: one that any may say tells of none. */
  isOfSubject(word: string): boolean;
  /** Chooses one of a list: the same each time for the same claim. */
  pick<T>(list: readonly T[]): T | undefined;
}

/** Claims of a kind; an empty list where the definition gives none. A text, or one with evidence of its own. */
export type MakeClaim = (
  material: ClaimMaterial,
) => readonly (string | { readonly text: string; readonly evidence: Evidence })[];

const known = new WeakMap<SourceFile, readonly string[]>();

function linesOf(file: SourceFile): readonly string[] {
  const lines = known.get(file) ?? splitLines(file.text);
  known.set(file, lines);
  return lines;
}

export function spanOf(
  file: SourceFile,
  { id, startLine, endLine, name }: { id: string; startLine: number; endLine: number; name?: string },
): Evidence {
  const fileLines = linesOf(file);
  const nameLine = fileLines.findIndex(
    (line, at) =>
      at + 1 >= startLine && at < endLine && name !== undefined && new RegExp(`\\b${name}\\b`).test(line),
  );
  return {
    id,
    path: file.path,
    startLine,
    endLine,
    language: 'text',
    kind: 'code',
    fileHash: 'f'.repeat(64),
    intact: true,
    spanHash: 'a'.repeat(64),
    text: fileLines.slice(startLine - 1, endLine).join(''),
    fileLines,
    commit: 'c0ffee',
    url: '/r/x/files/x',
    symbol: name,
    ...(nameLine < 0 ? {} : { nameLine: nameLine + 1 }),
    score: 1,
    rank: undefined,
    scores: {},
  };
}

export function spanOfFacts(id: string, { file, startLine, endLine, name }: DefinitionFacts): Evidence {
  return spanOf(file, { id, startLine, endLine, name });
}
