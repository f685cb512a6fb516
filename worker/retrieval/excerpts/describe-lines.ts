/**
 * Describes the lines of a definition by numbers that say how likely each is to answer a question. `fit-line-scorer.py` fits a score to them by
 * these names, so a change needs a new fit.
 */

import type { Question } from '../../core/answers/question.ts';
import type { WordVectors } from '../../ports/embedder.ts';
import { createPieceMatcher, type PieceMatcher } from '../definitions/match-pieces.ts';
import { createTermMatcher, type TermMatcher } from '../definitions/match-terms.ts';
import type { TermWeights } from '../ranking/candidate.ts';
import { classifyLines, type LineKind } from './classify-lines.ts';
import { readQuestionTraits } from '../definitions/question-traits.ts';

/** The lines of a definition, in its file. Lines are 1-based. */
export interface DefinitionLines {
  /** All lines of the file. */
  readonly fileLines: readonly string[];
  readonly startLine: number;
  readonly endLine: number;
  /** Last line of the signature, and of documentation right below it. */
  readonly headEndLine: number;
}

export interface DescribedLine {
  readonly line: number;
  readonly text: string;
  readonly kind: LineKind;
  /** A comment that documents the whole definition: above it, or right below its signature. */
  readonly isDocumentation: boolean;
  readonly features: Readonly<Record<string, number>>;
}

export interface ExcerptContext {
  readonly question: Question;
  readonly weights: TermWeights;
  readonly wordVectors: WordVectors;
}

export type DescribeLines = (definition: DefinitionLines) => readonly DescribedLine[];

/** Characters of a line that are read. */
export const maxLineLength = 400;
/** Lines of a definition that are described; later ones cannot be chosen. */
const maxLines = 400;

/** Traits of the code on a line. */
const traits = {
  returns: /^\s*(?:return|yield|\.?await)\b|=>\s*[^{\s]/,
  throws: /\b(?:raise|throw|panic!?|Err\(|errors?\.New|abort|reject|fail)\b/,
  branches: /\b(?:if|elif|unless|when|case|switch|match|guard)\b|\?[^.:]*:|&&|\|\|/,
  otherwise: /\b(?:else|otherwise|default|except|rescue|catch|finally|ensure)\b/,
  loops: /\b(?:for|while|loop|each|map|foreach|forEach)\b/,
  assigns: /(?:^|[^=!<>])=(?!=|>)|:=|\+=|-=/,
  calls: /\w[!?]?\s*\(/,
  compares: /[=!]==?|[<>]=?|\b(?:in|is|not|instanceof|isinstance)\b/,
  number: /(?<![\w.])\d+(?:\.\d+)?\b/,
  text: /"[^"]+"|'[^']+'|`[^`]+`/,
  constant: /\b(?:true|false|True|False|None|null|nil|undefined)\b|\b[A-Z][A-Z0-9_]{2,}\b/,
  defaultValue: /\bdefaults?\b|\?\?|\|\|=|\bor\b.*$|unwrap_or|(?:\w: ?[\w<>[\]. |]+|\w) ?= ?[\w"'[{(-]/,
  reason:
    /\b(?:because|since|so that|to avoid|to prevent|otherwise|in order to|must|never|ensure|why|note|needed|hack|workaround|bug)\b/i,
} as const satisfies Record<string, RegExp>;

const traitNames = Object.keys(traits).filter((name): name is keyof typeof traits =>
  Object.hasOwn(traits, name),
);

/** Traits of the question besides those that rank definitions. */
const aims = {
  asksDefault: /\b(?:defaults?|without (?:setting|passing|giving|specifying)|out of the box)\b/i,
  asksCondition: /\b(?:if|when|whenever|unless|while|once|until)\b/i,
  asksPath: /\b(?:path|flow|way|walk|follow|trace|through|steps?|reach|end up)\b/i,
  asksYesNo: /^\W*(?:does|do|is|are|can|will|should|has|have|did|would)\b|,\s*(?:or|right)\b/i,
} as const satisfies Record<string, RegExp>;

/** Lines above and below that count as near. */
const nearLines = 2;

/** @returns a function that describes the lines of one definition */
export function createLineDescriber({ question, weights, wordVectors }: ExcerptContext): DescribeLines {
  const terms = createTermMatcher(question, weights);
  const pieces = createPieceMatcher(question.text, terms, wordVectors);
  const {
    questionTerms: _t,
    questionNames: _n,
    questionLength: _l,
    ...questionTraits
  } = readQuestionTraits(question);
  const asked = {
    ...questionTraits,
    ...Object.fromEntries(
      Object.entries(aims).map(([name, pattern]) => [name, toFlag(pattern.test(question.text))]),
    ),
  };
  return (definition) => {
    const { fileLines, startLine, headEndLine } = definition;
    const endLine = Math.min(definition.endLine, startLine + maxLines - 1);
    const lines = fileLines.slice(startLine - 1, endLine).map((line) => line.slice(0, maxLineLength));
    const kinds = classifyLines(lines);
    const own = lines.map((line) => compareText(line, { terms, pieces, wordVectors }));
    const indents = lines.map(measureIndent);
    const base = Math.min(...indents.filter((_, index) => kinds[index] !== 'blank'));
    const firstCode = kinds.indexOf('code');
    const best = bestOf(own);
    const shape = describeShape(kinds);
    return lines.map((text, index) => ({
      line: startLine + index,
      text,
      kind: kinds[index] ?? 'blank',
      isDocumentation: kinds[index] === 'comment' && (index < firstCode || startLine + index <= headEndLine),
      features: {
        ...own[index],
        ...describeSurroundings(own, best, index),
        ...describePlace({ lines, kinds, indents, base, shape }, index),
        isSignature: toFlag(startLine + index <= headEndLine && kinds[index] === 'code'),
        ...Object.fromEntries(traitNames.map((name) => [name, toFlag(traits[name].test(text))])),
        ...asked,
      },
    }));
  };
}

interface OwnFeatures {
  readonly coverage: number;
  readonly soft: number;
  readonly similar: number;
  readonly [name: string]: number;
}

function compareText(
  text: string,
  { terms, pieces, wordVectors }: { terms: TermMatcher; pieces: PieceMatcher; wordVectors: WordVectors },
): OwnFeatures {
  if (text.trim() === '') return { coverage: 0, soft: 0, similar: 0 };
  const weighed = wordVectors.weighPieces(text);
  return {
    coverage: terms.coverText(text),
    soft: pieces.softCoverage(weighed),
    similar: pieces.similarity(weighed),
  };
}

/** The highest value of each feature; 0 without lines. */
function bestOf(lines: readonly OwnFeatures[]): OwnFeatures {
  const best = (name: 'coverage' | 'soft' | 'similar'): number =>
    lines.length === 0 ? 0 : Math.max(...lines.map((line) => line[name]));
  return { coverage: best('coverage'), soft: best('soft'), similar: best('similar') };
}

/** The best values nearby, and the line's part of the best values in the definition. */
function describeSurroundings(own: readonly OwnFeatures[], most: OwnFeatures, index: number) {
  const near = bestOf(own.slice(Math.max(0, index - nearLines), index + nearLines + 1));
  const relative = (name: 'coverage' | 'soft' | 'similar'): number =>
    most[name] <= 0 ? 0 : (own[index]?.[name] ?? 0) / most[name];
  return {
    nearCoverage: near.coverage,
    nearSoft: near.soft,
    aboveCoverage: bestOf(own.slice(Math.max(0, index - 2 * nearLines), index)).coverage,
    belowCoverage: bestOf(own.slice(index + 1, index + 1 + 2 * nearLines)).coverage,
    relativeCoverage: relative('coverage'),
    relativeSoft: relative('soft'),
    relativeSimilar: relative('similar'),
  };
}

interface LinePlaces {
  readonly lines: readonly string[];
  readonly kinds: readonly LineKind[];
  readonly indents: readonly number[];
  readonly base: number;
  readonly shape: DefinitionShape;
}

interface DefinitionShape {
  /** By line, the lines of code above it. */
  readonly codeAbove: readonly number[];
  readonly code: number;
  readonly comments: number;
}

function describeShape(kinds: readonly LineKind[]): DefinitionShape {
  let code = 0;
  const codeAbove = kinds.map((kind) => (kind === 'code' ? code++ : code));
  return { codeAbove, code, comments: kinds.filter((kind) => kind === 'comment').length };
}

function describePlace({ lines, kinds, indents, base, shape }: LinePlaces, index: number) {
  return {
    isComment: toFlag(kinds[index] === 'comment'),
    isCode: toFlag(kinds[index] === 'code'),
    isImport: toFlag(kinds[index] === 'import'),
    isClosing: toFlag(kinds[index] === 'closing'),
    position: index / lines.length,
    codePosition: shape.code === 0 ? 0 : (shape.codeAbove[index] ?? 0) / shape.code,
    lines: Math.min(lines.length, 200),
    depth: kinds[index] === 'blank' ? 0 : Math.max(0, (indents[index] ?? 0) - base),
    length: Math.min(maxLineLength, (lines[index] ?? '').trim().length),
    followsComment: toFlag(kinds[index - 1] === 'comment'),
    comments: shape.comments / lines.length,
  };
}

export function measureIndent(line: string): number {
  const white = /^\s*/.exec(line)?.[0] ?? '';
  return white.replaceAll('\t', '    ').length;
}

function toFlag(value: boolean): number {
  return value ? 1 : 0;
}
