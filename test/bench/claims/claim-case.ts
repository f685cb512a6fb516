/** Types for labeled claims: the evidence a claim may cite, and the material from which each kind of claim is made. */

import type { Evidence } from '../../../worker/core/answers/evidence.ts';
import { splitLines } from '../../../worker/core/text/decode-text.ts';
import type { DefinitionFacts } from './definition-facts.ts';
import type { SourceFile } from './source-files.ts';

/**
 * `true`: must pass. `moved`: must be repaired. `fabricated`: must be flagged, since a look-up shows that it is false. `meaning`: false, but
 * everything that can be looked up is right; how many pass is reported.
 */
export type Truth = 'true' | 'moved' | 'fabricated' | 'meaning';

export interface ClaimCase {
  readonly kind: string;
  readonly truth: Truth;
  readonly repository: string;
  readonly path: string;
  readonly text: string;
  readonly evidence: ReadonlyMap<string, Evidence>;
}

/** What a claim is made from: a definition, cited as `e1`, and other definitions. */
export interface ClaimMaterial {
  readonly definition: DefinitionFacts;
  /** Another definition of the same file, cited as `e2`; the definition itself if the file has no other. */
  readonly sibling: DefinitionFacts;
  /** The next definition in the file, or the previous one if there is no next. */
  readonly neighbor: DefinitionFacts | undefined;
  /** A definition of another repository, cited as `e3`. */
  readonly unrelated: DefinitionFacts;
  /** Returns whether a word occurs in few repositories. A common word does not identify a subject. */
  isDistinctive(word: string): boolean;
  /** Picks one item of a list, always the same one for the same claim. */
  pick<T>(list: readonly T[]): T | undefined;
}

/** Makes the claims of one kind, or none if the definition lacks what they need. A claim is a text, or a text with its own evidence. */
export type MakeClaim = (
  material: ClaimMaterial,
) => readonly (string | { readonly text: string; readonly evidence: Evidence })[];

const linesByFile = new WeakMap<SourceFile, readonly string[]>();

function readLines(file: SourceFile): readonly string[] {
  const lines = linesByFile.get(file) ?? splitLines(file.text);
  linesByFile.set(file, lines);
  return lines;
}

export function createEvidence(
  file: SourceFile,
  { id, startLine, endLine, name }: { id: string; startLine: number; endLine: number; name?: string },
): Evidence {
  const fileLines = readLines(file);
  const nameLine = fileLines.findIndex(
    (line, index) =>
      index + 1 >= startLine &&
      index < endLine &&
      name !== undefined &&
      new RegExp(`\\b${name}\\b`).test(line),
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

export function evidenceForDefinition(
  id: string,
  { file, startLine, endLine, name }: DefinitionFacts,
): Evidence {
  return createEvidence(file, { id, startLine, endLine, name });
}
