/**
 * Proposes starter questions from documents, frequently mentioned definitions and descriptive file names. The
 * caller verifies that each can be answered.
 */

import type { GraphNode } from '../../core/code/edge.ts';
import { identifierParts } from '../../core/text/terms.ts';
import type { FileRow, SymbolRow } from '../../ports/chunk-store.ts';
import { pathDepth } from '../search/match-path.ts';
import { gerundOfVerb, isPlainVerb, isPlural } from '../follow-up/word-forms.ts';
import { findOverviewFiles } from '../search/overview-files.ts';

export interface ProposedStarter {
  readonly question: string;
  /** What it was made from, for a person; empty where only its answer tells. */
  readonly about: string;
  /** The file its answer should rest on; undefined where any document will do. */
  readonly path: string | undefined;
}

/** Proposals of one sort, the likeliest to be worth asking first. */
export interface StarterSort {
  readonly wanted: number;
  readonly proposals: readonly ProposedStarter[];
}

export interface RepositoryShape {
  readonly files: readonly FileRow[];
  readonly symbols: readonly SymbolRow[];
  /** Definitions most referred to, best first. */
  readonly referred: readonly GraphNode[];
  /** For a term, how many chunks hold it. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly chunks: number;
}

const longestQuestion = 90;
const proposalsOfSort = 5;
/** A smaller file has little to tell. */
const leastLines = 60;
const acronyms = /^(?:json|yaml|toml|html|http|https|asgi|wsgi|grpc|uuid|csrf|cors)$/;
/** The largest files, whose names are looked at. */
const filesWeighed = 200;
const vagueStems: ReadonlySet<string> = new Set(
  `base common compat const constants core custom data default deprecated doc docs error errors ext external extra file files generic globals helper
   helpers impl index info init internal internals item items lib legacy list main misc mod model models module object objects other private public
   root setup shared shim shims std test testing tests tool tools type types typing util utilities utility utils value values version window`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Terms whose frequencies a proposal is weighed by. */
export function termsForStarters({
  files,
  symbols,
}: Pick<RepositoryShape, 'files' | 'symbols'>): readonly string[] {
  const stems = largest(files).flatMap((file) => stemWords(file.path));
  return [...new Set([...symbols.map((symbol) => symbol.name.toLowerCase()), ...stems])];
}

export function proposeStarters(shape: RepositoryShape): readonly StarterSort[] {
  return [
    { wanted: 1, proposals: overviewStarters(shape.files) },
    { wanted: 1, proposals: setupStarters(shape.files) },
    { wanted: 2, proposals: fileStarters(shape) },
    { wanted: 2, proposals: graphStarters(shape) },
    { wanted: 3, proposals: symbolStarters(shape) },
  ].map(({ wanted, proposals }) => ({
    wanted,
    proposals: proposals
      .filter(({ question }) => question.length <= longestQuestion)
      .slice(0, proposalsOfSort),
  }));
}

/** What calls a function that much refers to, what a change of a type reaches: one of each, then the next. */
function graphStarters({ referred }: RepositoryShape): readonly ProposedStarter[] {
  const told = referred.filter(isAskedAbout);
  const ofKind = (kinds: RegExp, asked: (name: string) => string): readonly ProposedStarter[] =>
    told
      .filter(({ kind }) => kinds.test(kind))
      .map(({ kind, path, symbol = '' }) => ({ question: asked(symbol), about: `${kind} in ${path}`, path }));
  const called = ofKind(/^(?:function|method)$/, (name) => `What calls \`${name}\`?`);
  const changed = ofKind(
    /^(?:class|interface|struct|trait|type|component)$/,
    (name) => `What breaks if \`${name}\` changes?`,
  );
  const at = (index: number): readonly ProposedStarter[] => [
    ...called.slice(index, index + 1),
    ...changed.slice(index, index + 1),
  ];
  return Array.from({ length: proposalsOfSort }, (_, index) => at(index)).flat();
}

function isAskedAbout({ name, role, symbol }: GraphNode): boolean {
  return role === 'source' && symbol !== undefined && /^[\p{L}$][\w$]{3,40}$/u.test(name);
}

function overviewStarters(files: readonly FileRow[]): readonly ProposedStarter[] {
  const [opening] = findOverviewFiles(files, 1);
  return opening?.role === 'docs'
    ? [{ question: 'What is this project?', about: opening.path, path: opening.path }]
    : [];
}

function setupStarters(files: readonly FileRow[]): readonly ProposedStarter[] {
  if (!files.some((file) => file.role === 'docs' && file.lines > 0)) return [];
  return ['How do I install this project?', 'How do I configure this project?'].map((question) => ({
    question,
    about: '',
    path: undefined,
  }));
}

/** For each package its share of the sources, so that what a repository is mostly made of is asked about first. */
function packageWeights(files: readonly FileRow[]): (folder: string | undefined) => number {
  const lines = new Map<string, number>();
  for (const file of files)
    if (file.role === 'source')
      lines.set(file.package ?? '', (lines.get(file.package ?? '') ?? 0) + file.lines);
  const most = Math.max(1, ...lines.values());
  return (folder) => Math.sqrt((lines.get(folder ?? '') ?? 0) / most);
}

/** "How do sessions work?" of `sessions.py`, "How does question answering work?" of `answer-question.ts`. */
function fileStarters({ files, symbols, frequencies, chunks }: RepositoryShape): readonly ProposedStarter[] {
  const weightOf = packageWeights(files);
  const defining = new Set(symbols.map((symbol) => symbol.path));
  const scored = largest(files)
    .filter((file) => defining.has(file.path))
    .flatMap((file) => {
      const words = stemWords(file.path);
      const question = questionAbout(words);
      if (question === undefined) return [];
      const known = Math.min(...words.map((word) => frequencies.get(word) ?? 0));
      // Said in every other chunk a word is of no one file; said in one alone it is of little weight.
      const telling = known > chunks / 4 ? 0.5 : Math.log2(1 + known);
      const score = (telling * Math.log2(file.lines) * weightOf(file.package)) / pathDepth(file.path) ** 0.5;
      return [{ score, group: groupOf(file), starter: { question, about: file.path, path: file.path } }];
    });
  return spread(scored);
}

function questionAbout(words: readonly string[]): string | undefined {
  const [first = '', second = ''] = words;
  if (words.length === 0 || words.length > 2) return undefined;
  if (words.length === 1) return isPlainVerb(first) ? undefined : howDoes(first, first);
  if (isPlainVerb(first)) return `How does ${singular(second)} ${gerundOfVerb(first)} work?`;
  return howDoes(`${first} ${second}`, second);
}

/** What is counted takes an article, what is not does without. */
function howDoes(phrase: string, head: string): string {
  if (isPlural(head)) return `How do ${phrase} work?`;
  const isCounted =
    !/(?:ing|tion|sion|ment|ity|ance|ence|ism|ics|age|cy|ware)$|^(?:auth|oauth|multipart)$/.test(head);
  const isAcronym = acronyms.test(head);
  return `How does ${isCounted && !isAcronym ? 'the ' : ''}${isAcronym ? phrase.toUpperCase() : phrase} work?`;
}

function singular(word: string): string {
  return isPlural(word) ? word.replace(/ies$/, 'y').replace(/([^y])s$/, '$1') : word;
}

const wording: readonly ((name: string, isType: boolean) => string)[] = [
  (name, isType) => (isType ? `What is \`${name}\` for?` : `What does \`${name}\` do?`),
  (name) => `How does \`${name}\` work?`,
  (name) => `Where is \`${name}\` defined?`,
];

/** Definitions by how often they are spoken of and how much there is of them, from different places. */
function symbolStarters({
  symbols,
  frequencies,
  chunks,
  files,
}: RepositoryShape): readonly ProposedStarter[] {
  const weightOf = packageWeights(files);
  const called = new Map<string, number>();
  for (const { name } of symbols) called.set(name, (called.get(name) ?? 0) + 1);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const scored = symbols
    .filter(({ name }) => /^[\p{L}$][\w$]{3,40}$/u.test(name))
    .map((symbol) => {
      const spoken = Math.min(frequencies.get(symbol.name.toLowerCase()) ?? 0, chunks / 10);
      const lines = symbol.endLine - symbol.startLine + 1;
      const documented = symbol.documentation === '' ? 0.3 : 1;
      const file = byPath.get(symbol.path);
      const known = Math.log2(1 + spoken) * Math.log2(1 + Math.min(lines, 200));
      const weight = nameWeight(symbol) * documented * weightOf(file?.package);
      const score = (known * weight) / (called.get(symbol.name) ?? 1);
      return { score, group: file === undefined ? '' : groupOf(file), starter: symbol };
    });
  return spread(scored).map((symbol, index) => ({
    question: (wording[index % wording.length] ?? String)(symbol.name, symbol.kind !== 'function'),
    about: `${symbol.kind} in ${symbol.path}`,
    path: symbol.path,
  }));
}

/** A plain word is spoken of without being meant; so a name of several parts, or with a capital, says more. */
function nameWeight({ name, kind }: SymbolRow): number {
  if (identifierParts(name).length > 1) return 1;
  return /^\p{Lu}/u.test(name) && kind !== 'function' ? 0.7 : 0.25;
}

interface Scored<Starter> {
  readonly score: number;
  readonly group: string;
  readonly starter: Starter;
}

/** The best of all, then the best of what lies elsewhere: each further one of a folder counts half. */
function spread<Starter>(scored: readonly Scored<Starter>[]): readonly Starter[] {
  const left = scored.toSorted((a, b) => b.score - a.score).slice(0, 200);
  const taken = new Map<string, number>();
  const chosen: Starter[] = [];
  while (left.length > 0 && chosen.length < proposalsOfSort) {
    const worth = left.map(({ score, group }) => score * 0.5 ** (taken.get(group) ?? 0));
    const [best] = left.splice(worth.indexOf(Math.max(...worth)), 1);
    if (best === undefined) break;
    taken.set(best.group, (taken.get(best.group) ?? 0) + 1);
    chosen.push(best.starter);
  }
  return chosen;
}

function largest(files: readonly FileRow[]): readonly FileRow[] {
  return files
    .filter((file) => file.role === 'source' && file.lines >= leastLines)
    .toSorted((a, b) => b.lines - a.lines)
    .slice(0, filesWeighed);
}

/** Words of a file's name, where they say what it does; none where they do not. */
function stemWords(path: string): readonly string[] {
  const [name = '', ...endings] = path.slice(path.lastIndexOf('/') + 1).split('.');
  if (endings.length !== 1) return [];
  const words = name.split(/[-_]/).flatMap((piece) => identifierParts(piece));
  const isPlain = words.every((word) => /^[a-z]{4,}$/.test(word) && !vagueStems.has(word));
  return isPlain ? words : [];
}

/** The package a file belongs to, and its folder in it: what starters are spread over. */
function groupOf({ path, package: folder }: FileRow): string {
  return `${folder ?? ''} ${path.slice(0, Math.max(0, path.lastIndexOf('/')))}`;
}
