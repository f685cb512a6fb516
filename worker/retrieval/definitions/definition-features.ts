/**
 * Describes definitions that may answer a question by numbers, which the trees compare. `fit-definition-ranker.py` fits them by these names, so a
 * change needs a new fit.
 */

import type { Question } from '../../core/answers/question.ts';
import { createTraitDetector } from '../../core/files/file-traits.ts';
import { identifierParts, stem } from '../../core/text/terms.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { WordVectors } from '../../ports/embedder.ts';
import type { TermWeights } from '../ranking/candidate.ts';
import { containerKinds, countLines, type Definition } from './definition.ts';
import { isBuildOutput } from './is-build-output.ts';
import type { Connections } from './find-neighbors.ts';
import type { ListEvidence } from './list-evidence.ts';
import { createPieceMatcher, type PieceMatcher } from './match-pieces.ts';
import { createTermMatcher, type TermMatcher } from './match-terms.ts';
import { createSpellingMatcher } from './match-spelling.ts';
import { traits, type DefinitionProfile } from './profile-definition.ts';
import { readQuestionTraits } from './question-traits.ts';

/** A definition with its text and the chunks of it that the searches found. */
export interface DefinitionCandidate {
  readonly definition: Definition;
  /** Chunks of its file that were read, with at least its own lines. */
  readonly chunks: readonly ChunkRow[];
  readonly profile: DefinitionProfile;
  readonly evidence: ListEvidence;
  /** Number of copies that it stands for. */
  readonly copies: number;
  /** A caller or callee of a good definition, found in no other way. */
  readonly isNeighbor: boolean;
  /** Its calls from and to the best definitions so far. */
  readonly connections: Connections;
}

/** Values by feature name. All candidates of a question have the same names in the same order. */
export type DefinitionFeatures = Readonly<Record<string, number>>;

/** Typical lengths of the fields in terms, to which BM25 compares them. */
const averageLengths = { name: 4, qualifiedName: 6, description: 25, body: 120, prose: 30, path: 8 } as const;

/** Features that are also compared with the best value of the question. */
const relativeFeatures = [
  'nameBm25',
  'descriptionBm25',
  'bodyBm25',
  'pathBm25',
  'fieldsBm25',
  'coverage',
  'window',
  'dense',
  'softName',
  'softDescription',
  'softBody',
  'similarBody',
  'similarDescription',
] as const;

export interface QuestionContext {
  readonly question: Question;
  readonly weights: TermWeights;
  readonly wordVectors: WordVectors;
}

export function describeDefinitions(
  context: QuestionContext,
  candidates: readonly DefinitionCandidate[],
): readonly DefinitionFeatures[] {
  const { question, weights, wordVectors } = context;
  const terms = createTermMatcher(question, weights);
  const pieces = createPieceMatcher(question.text, terms, wordVectors);
  const spelling = createSpellingMatcher(terms);
  const questionTraits = readQuestionTraits(question);
  const readTraits = createTraitDetector(new Set(candidates.map(({ definition }) => definition.path)));
  const described = candidates.map((candidate) => {
    const { definition, evidence } = candidate;
    const fileTraits = readTraits(definition);
    return {
      ...evidence,
      ...wordFeatures(candidate, terms),
      ...pieceFeatures(candidate, pieces),
      spelling: spelling(definition.name),
      qualifiedSpelling: spelling(definition.qualifiedName),
      ...placeFeatures(candidate),
      isLegacy: toFlag(fileTraits.has('legacy')),
      isStub: toFlag(fileTraits.has('stub')),
      isChangelog: toFlag(fileTraits.has('changelog')),
      ...Object.fromEntries(traits.map((trait) => [trait, candidate.profile.traits[trait]])),
      ...questionTraits,
    };
  });
  return addRanks(candidates, addRelative(described));
}

function wordFeatures({ definition, profile }: DefinitionCandidate, terms: TermMatcher) {
  const { name, qualifiedName, description, body, prose, path } = profile;
  const nameBm25 = terms.bm25(name, averageLengths.name);
  const descriptionBm25 = terms.bm25(description, averageLengths.description);
  const bodyBm25 = terms.bm25(body, averageLengths.body);
  const pathBm25 = terms.bm25(path, averageLengths.path);
  const enclosing = definition.enclosing;
  return {
    nameBm25,
    descriptionBm25,
    bodyBm25,
    pathBm25,
    qualifiedBm25: terms.bm25(qualifiedName, averageLengths.qualifiedName),
    proseBm25: terms.bm25(prose, averageLengths.prose),
    fieldsBm25: 3 * nameBm25 + 2 * descriptionBm25 + bodyBm25 + 0.5 * pathBm25,
    nameCoverage: terms.coverage(name),
    descriptionCoverage: terms.coverage(description),
    bodyCoverage: terms.coverage(body),
    proseCoverage: terms.coverage(prose),
    pathCoverage: terms.coverage(path),
    coverage: terms.coverage(qualifiedName, description, body),
    coverageWithPath: terms.coverage(qualifiedName, description, body, path),
    window: terms.windowCoverage(profile.lines),
    nameInQuestion: terms.nameCoverage(
      identifierParts(definition.name)
        .filter((part) => part.length > 1)
        .map(stem),
    ),
    enclosingCoverage:
      enclosing === undefined ? 0 : terms.coverText(enclosing.qualifiedName.slice(0, maxEnclosingLength)),
    enclosingDescription:
      enclosing === undefined ? 0 : terms.coverText(enclosing.documentation.slice(0, maxEnclosingLength)),
  };
}

/** Maximum characters compared of the enclosing definition's documentation. */
const maxEnclosingLength = 1_000;

function pieceFeatures({ profile: { pieces } }: DefinitionCandidate, matcher: PieceMatcher) {
  return {
    similarName: matcher.similarity(pieces.name),
    similarDescription: matcher.similarity(pieces.description),
    similarBody: matcher.similarity(pieces.body),
    softName: matcher.softCoverage(pieces.name),
    softDescription: matcher.softCoverage(pieces.description),
    softBody: matcher.softCoverage(pieces.body),
  };
}

function toFlag(condition: boolean): number {
  return condition ? 1 : 0;
}

const constructorName = /^(?:__init__|constructor|new|initialize|init|__construct)$/;

function placeFeatures({ definition, copies, isNeighbor, connections }: DefinitionCandidate) {
  const { kind, role, name } = definition;
  return {
    lines: Math.log1p(countLines({ startLine: definition.startLine, endLine: definition.ownEndLine })),
    complexity: Math.log1p(definition.complexity),
    exported: toFlag(definition.exported),
    nesting: definition.qualifiedName.split('.').length,
    documentationLength: Math.log1p(definition.documentation.length),
    isFunction: toFlag(kind === 'function' || kind === 'method'),
    isMethod: toFlag(kind === 'method'),
    isContainer: toFlag(containerKinds.has(kind)),
    isValue: toFlag(kind === 'constant' || kind === 'variable' || kind === 'property'),
    isSection: toFlag(kind === 'section'),
    isText: toFlag(kind === 'text'),
    isConstructor: toFlag(constructorName.test(name)),
    isPrivate: toFlag(name.startsWith('_') || name.startsWith('#')),
    isSource: toFlag(role === 'source'),
    isTest: toFlag(role === 'test'),
    isExample: toFlag(role === 'example'),
    isDocs: toFlag(role === 'docs'),
    isTranslation: toFlag(role === 'translation'),
    isConfig: toFlag(role === 'config'),
    isBuildOutput: toFlag(isBuildOutput(definition.path)),
    fileRank: Math.log1p(definition.fileRank),
    depth: definition.path.split('/').length,
    copies: Math.log1p(copies),
    isNeighbor: toFlag(isNeighbor),
    connections: Math.log1p(connections.count),
    connectedPlace: connections.bestPlace,
  };
}

/** Adds each relative feature divided by its highest value among the candidates. */
function addRelative<Features extends Readonly<Record<(typeof relativeFeatures)[number], number>>>(
  described: readonly Features[],
): readonly (Features & DefinitionFeatures)[] {
  const highest = relativeFeatures.map((name) => ({
    name,
    value: Math.max(1e-9, ...described.map((features) => features[name])),
  }));
  return described.map((features) => ({
    ...features,
    ...Object.fromEntries(highest.map(({ name, value }) => [`${name}Relative`, features[name] / value])),
  }));
}

/** Adds the rank by BM25 of all fields: among all candidates as 1 / rank, and within the file. */
function addRanks(
  candidates: readonly DefinitionCandidate[],
  described: readonly DefinitionFeatures[],
): readonly DefinitionFeatures[] {
  const order = described
    .map((features, index) => ({ index, score: features['fieldsBm25'] ?? 0 }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const ranks = new Map<number, { readonly overall: number; readonly inFile: number }>();
  const inFile = new Map<string, number>();
  for (const [overall, { index }] of order.entries()) {
    const path = candidates[index]?.definition.path ?? '';
    const rank = inFile.get(path) ?? 0;
    inFile.set(path, rank + 1);
    ranks.set(index, { overall, inFile: rank });
  }
  const best = Math.max(1e-9, ...described.map((features) => features['fieldsBm25'] ?? 0));
  const bestInFile = new Map<string, number>();
  for (const [index, features] of described.entries()) {
    const path = candidates[index]?.definition.path ?? '';
    bestInFile.set(path, Math.max(bestInFile.get(path) ?? 0, features['fieldsBm25'] ?? 0));
  }
  return described.map((features, index) => ({
    ...features,
    fileFields: (bestInFile.get(candidates[index]?.definition.path ?? '') ?? 0) / best,
    fieldsRank: 1 / (1 + (ranks.get(index)?.overall ?? described.length)),
    rankInFile: ranks.get(index)?.inFile ?? 0,
  }));
}
