/**
 * Reads a definition's own text into what the features compare: terms by field and line, word pieces, and counts of what code contains.
 * It does not depend on the question, so profiles are cached by the content of the file.
 */

import { extractTerms } from '../../core/text/terms.ts';
import type { WeighedPieces, WordVectors } from '../../ports/embedder.ts';
import type { Definition } from './definition.ts';

/** Terms of a text with their number of occurrences. */
export interface TermCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

export interface DefinitionProfile {
  /** Terms of each of its own lines. */
  readonly lines: readonly (readonly string[])[];
  readonly body: TermCounts;
  /** Words of comments and texts in quotation marks. */
  readonly prose: TermCounts;
  readonly name: TermCounts;
  readonly qualifiedName: TermCounts;
  /** Signature and documentation. */
  readonly description: TermCounts;
  readonly path: TermCounts;
  readonly pieces: {
    readonly name: WeighedPieces;
    readonly description: WeighedPieces;
    readonly body: WeighedPieces;
  };
  readonly traits: Readonly<Record<Trait, number>>;
}

/** Maximum characters read of a definition, of its description, and of a line. */
const maxTextLength = 12_000;
const maxDescriptionLength = 3_000;
const maxLineLength = 400;

/** What code contains, counted by forms that the supported languages share. */
const traitPatterns = {
  numbers: /\b\d+(?:\.\d+)?\b/g,
  throws: /\b(?:raise|throw|panic!?|Err\(|errors\.New|fmt\.Errorf|abort)\b/g,
  branches: /\b(?:if|elif|else|case|match|switch|unless|when)\b/g,
  returns: /\breturn\b/g,
  loops: /\b(?:for|while|loop|each)\b/g,
  comments: /(?:^|\s)(?:#|\/\/|\/\*|\*|"""|--)\s?\w/g,
  reasons:
    /\b(?:because|so that|otherwise|in order|avoids?|prevents?|work ?around|hack|note that|ensures?|must|instead of|due to|since|rather than)\b/gi,
  texts: /["'`][^"'`\n]{2,80}["'`]/g,
  constants: /\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b/g,
  assignments: /[^=!<>]=[^=>]/g,
  calls: /\w\(/g,
  concurrency: /\b(?:await|async|go|spawn|yield|lock|mutex|defer)\b/gi,
} as const;
export type Trait = keyof typeof traitPatterns;
export const traits = Object.keys(traitPatterns) as readonly Trait[];

const prosePattern = /(?:#|\/\/|\*|"""|--)\s?[^\n]{4,400}|"[^"\n]{3,200}"|'[^'\n]{3,200}'|`[^`]{3,200}`/g;

export function profileDefinition(
  definition: Definition,
  lines: readonly string[],
  wordVectors: WordVectors,
): DefinitionProfile {
  const text = lines.join('\n').slice(0, maxTextLength);
  const description = `${definition.signature} ${definition.documentation}`.slice(0, maxDescriptionLength);
  const lineTerms = text.split('\n').map((line) => extractTerms(line.slice(0, maxLineLength)));
  return {
    lines: lineTerms,
    body: countTerms(lineTerms.flat()),
    prose: countTerms(
      extractTerms((text.match(prosePattern) ?? []).join(' ').slice(0, maxDescriptionLength)),
    ),
    name: countTerms(extractTerms(definition.name)),
    qualifiedName: countTerms(extractTerms(definition.qualifiedName)),
    description: countTerms(extractTerms(description)),
    path: countTerms(extractTerms(definition.path)),
    pieces: {
      name: wordVectors.weighPieces(definition.qualifiedName),
      description: wordVectors.weighPieces(description),
      body: wordVectors.weighPieces(text),
    },
    traits: countTraits(text),
  };
}

export function countTerms(terms: readonly string[]): TermCounts {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, total: terms.length };
}

function countTraits(text: string): Record<Trait, number> {
  const counts = Object.entries(traitPatterns).map(([trait, pattern]) => [
    trait,
    Math.log1p(text.match(pattern)?.length ?? 0),
  ]);
  return Object.fromEntries(counts) as Record<Trait, number>;
}
