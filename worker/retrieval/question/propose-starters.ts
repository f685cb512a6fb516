/**
 * Proposes starter questions from documents, frequently mentioned definitions and descriptive file names. The
 * caller verifies that each can be answered.
 */

import { unnamedExport } from '../../core/code/symbol.ts';
import type { GraphNode } from '../../core/code/edge.ts';
import { identifierParts } from '../../core/text/terms.ts';
import type { FileRow, SymbolRow } from '../../ports/chunk-store.ts';
import { pathDepth } from '../search/match-path.ts';
import { findOverviewFiles } from '../search/overview-files.ts';
import { phraseQuestion } from './phrase-question.ts';

export interface ProposedStarter {
  readonly question: string;
  /** A description of the question's source for the user. */
  readonly about: string;
  /** The file that the answer should cite. */
  readonly path: string;
}

/** Proposals of one kind, best first. */
export interface StarterGroup {
  readonly count: number;
  readonly proposals: readonly ProposedStarter[];
}

export interface RepositoryShape {
  readonly files: readonly FileRow[];
  readonly symbols: readonly SymbolRow[];
  /** The most-referenced definitions, best first. */
  readonly mostReferenced: readonly GraphNode[];
  /** The number of chunks that contain each term. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly chunks: number;
}

const maxQuestionLength = 90;
const maxProposals = 5;
/** Minimum lines of a file. Smaller files make poor starters. */
const minFileLines = 60;
/** Maximum number of files, the largest first, whose names are considered. */
const maxFiles = 200;
const vagueStems: ReadonlySet<string> = new Set(
  `base common compat const constants core custom data default deprecated doc docs error errors ext external extra file files generic globals helper
   helpers impl index info init internal internals item items lib legacy list main misc mod model models module object objects other private public
   root setup shared shim shims std test testing tests tool tools type types typing util utilities utility utils value values version window`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Returns the terms whose frequencies `proposeStarters` needs. */
export function listStarterTerms({
  files,
  symbols,
}: Pick<RepositoryShape, 'files' | 'symbols'>): readonly string[] {
  const stems = listLargestSources(files).flatMap((file) => stemWords(file.path));
  return [...new Set([...symbols.map((symbol) => symbol.name.toLowerCase()), ...stems])];
}

export function proposeStarters(shape: RepositoryShape): readonly StarterGroup[] {
  return [
    { count: 1, proposals: overviewStarters(shape.files) },
    { count: 2, proposals: fileStarters(shape) },
    { count: 2, proposals: centralStarters(shape) },
    { count: 1, proposals: impactStarters(shape) },
    { count: 3, proposals: symbolStarters(shape) },
  ].map(({ count, proposals }) => ({
    count,
    proposals: proposals
      .filter(({ question }) => question.length <= maxQuestionLength)
      .slice(0, maxProposals),
  }));
}

/** Alternates between much-referenced types and functions, because a newcomer meets them first. */
function centralStarters({ mostReferenced }: RepositoryShape): readonly ProposedStarter[] {
  const candidates = mostReferenced.filter(isStarterCandidate);
  const ofKind = (kinds: RegExp, formatQuestion: (name: string) => string): readonly ProposedStarter[] =>
    candidates
      .filter(({ kind }) => kinds.test(kind))
      .map(({ kind, path, symbol = '' }) => ({
        question: formatQuestion(symbol),
        about: `${kind} in ${path}`,
        path,
      }));
  const types = ofKind(typeKinds, (name) => `How does \`${name}\` work?`);
  const functions = ofKind(/^function$/, (name) => `What does \`${name}\` do?`);
  return types
    .flatMap((question, index) => [question, ...functions.slice(index, index + 1)])
    .concat(functions.slice(types.length));
}

/** Questions about what a change of a much-referenced type affects. */
function impactStarters({ mostReferenced }: RepositoryShape): readonly ProposedStarter[] {
  return mostReferenced
    .filter((node) => isStarterCandidate(node) && typeKinds.test(node.kind))
    .map(({ kind, path, symbol = '' }) => ({
      question: `What breaks if \`${symbol}\` changes?`,
      about: `${kind} in ${path}`,
      path,
    }));
}

const typeKinds = /^(?:class|interface|struct|trait|component)$/;
/** Helpers for tests that are not in a test folder. */
const testName = /test|mock|fixture|assert|stub/i;

function isStarterCandidate({ name, path, role, symbol }: GraphNode): boolean {
  return (
    role === 'source' && symbol !== undefined && isStarterName(name) && !testName.test(`${path} ${symbol}`)
  );
}

function isStarterName(name: string): boolean {
  return name !== unnamedExport && /^[\p{L}$][\w$]{3,40}$/u.test(name);
}

function overviewStarters(files: readonly FileRow[]): readonly ProposedStarter[] {
  const [opening] = findOverviewFiles(files, 1);
  return opening?.role === 'docs'
    ? [{ question: 'What is this project?', about: opening.path, path: opening.path }]
    : [];
}

/** Weighs each package by its lines of source code, so that the main packages come first. */
function createPackageWeights(files: readonly FileRow[]): (folder: string | undefined) => number {
  const lines = new Map<string, number>();
  for (const file of files)
    if (file.role === 'source')
      lines.set(file.package ?? '', (lines.get(file.package ?? '') ?? 0) + file.lines);
  const maxLines = Math.max(1, ...lines.values());
  return (folder) => Math.sqrt((lines.get(folder ?? '') ?? 0) / maxLines);
}

/** Makes "How do sessions work?" from `sessions.py` and "How does question answering work?" from `answer-question.ts`. */
function fileStarters({ files, symbols, frequencies, chunks }: RepositoryShape): readonly ProposedStarter[] {
  const packageWeight = createPackageWeights(files);
  const definingPaths = new Set(symbols.map((symbol) => symbol.path));
  const scored = listLargestSources(files)
    .filter((file) => definingPaths.has(file.path))
    .flatMap((file) => {
      const words = stemWords(file.path);
      const question = phraseQuestion(words);
      if (question === undefined) return [];
      const frequency = Math.min(...words.map((word) => frequencies.get(word) ?? 0));
      // A word in more than a quarter of the chunks is too general, and one in few chunks is unimportant.
      const specificity = frequency > chunks / 4 ? 0.5 : Math.log2(1 + frequency);
      const score =
        (specificity * Math.log2(file.lines) * packageWeight(file.package)) / pathDepth(file.path) ** 0.5;
      return [
        { score, group: packageFolder(file), starter: { question, about: file.path, path: file.path } },
      ];
    });
  return pickDiverse(scored);
}

const questionTemplates: readonly ((name: string, isType: boolean) => string)[] = [
  (name, isType) => (isType ? `What is \`${name}\` for?` : `What does \`${name}\` do?`),
  (name) => `How does \`${name}\` work?`,
];

/** Ranks definitions by mentions, size and documentation, and spreads them over folders. */
function symbolStarters(shape: RepositoryShape): readonly ProposedStarter[] {
  const { symbols, frequencies, chunks, files } = shape;
  const packageWeight = createPackageWeights(files);
  const nameCounts = new Map<string, number>();
  for (const { name } of symbols) nameCounts.set(name, (nameCounts.get(name) ?? 0) + 1);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const scored = symbols
    .filter(({ name }) => isStarterName(name))
    .map((symbol) => {
      const mentions = Math.min(frequencies.get(symbol.name.toLowerCase()) ?? 0, chunks / 10);
      const lines = symbol.endLine - symbol.startLine + 1;
      const documentationFactor = symbol.documentation === '' ? 0.3 : 1;
      const file = byPath.get(symbol.path);
      const prominence = Math.log2(1 + mentions) * Math.log2(1 + Math.min(lines, 200));
      const weight = nameWeight(symbol) * documentationFactor * packageWeight(file?.package);
      const score = (prominence * weight) / (nameCounts.get(symbol.name) ?? 1);
      return { score, group: file === undefined ? '' : packageFolder(file), starter: symbol };
    });
  return pickDiverse(scored).map((symbol, index) => ({
    question: (questionTemplates[index % questionTemplates.length] ?? String)(
      symbol.name,
      symbol.kind !== 'function',
    ),
    about: `${symbol.kind} in ${symbol.path}`,
    path: symbol.path,
  }));
}

/** Weighs a name. A plain word often does not refer to the definition, so compound and capitalized names weigh more. */
function nameWeight({ name, kind }: SymbolRow): number {
  if (identifierParts(name).length > 1) return 1;
  return /^\p{Lu}/u.test(name) && kind !== 'function' ? 0.7 : 0.25;
}

interface Scored<Starter> {
  readonly score: number;
  readonly group: string;
  readonly starter: Starter;
}

/** Picks the best starters; each pick halves the score of the others in its folder. */
function pickDiverse<Starter>(scored: readonly Scored<Starter>[]): readonly Starter[] {
  const remaining = scored.toSorted((a, b) => b.score - a.score).slice(0, 200);
  const pickCounts = new Map<string, number>();
  const chosen: Starter[] = [];
  while (remaining.length > 0 && chosen.length < maxProposals) {
    const adjustedScores = remaining.map(({ score, group }) => score * 0.5 ** (pickCounts.get(group) ?? 0));
    const [best] = remaining.splice(adjustedScores.indexOf(Math.max(...adjustedScores)), 1);
    if (best === undefined) break;
    pickCounts.set(best.group, (pickCounts.get(best.group) ?? 0) + 1);
    chosen.push(best.starter);
  }
  return chosen;
}

function listLargestSources(files: readonly FileRow[]): readonly FileRow[] {
  return files
    .filter((file) => file.role === 'source' && file.lines >= minFileLines)
    .toSorted((a, b) => b.lines - a.lines)
    .slice(0, maxFiles);
}

/** Returns the words of a file's name if they describe what it does, or nothing. */
function stemWords(path: string): readonly string[] {
  const [name = '', ...endings] = path.slice(path.lastIndexOf('/') + 1).split('.');
  if (endings.length !== 1) return [];
  const words = name.split(/[-_]/).flatMap((piece) => identifierParts(piece));
  const isPlain = words.every((word) => /^[a-z]{4,}$/.test(word) && !vagueStems.has(word));
  return isPlain ? words : [];
}

/** Returns the package and folder of a file, as the group that starters are spread over. */
function packageFolder({ path, package: folder }: FileRow): string {
  return `${folder ?? ''} ${path.slice(0, Math.max(0, path.lastIndexOf('/')))}`;
}
