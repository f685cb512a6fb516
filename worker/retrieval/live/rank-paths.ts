/** Ranks the paths of an unread repository for a question, in one pass over the tree. */

import type { FileRole } from '../../core/files/file.ts';
import type { Question } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { inverseFrequency } from '../ranking/measures.ts';

export interface TreeFile {
  readonly path: string;
  /** The size in the tree. */
  readonly bytes: number;
  readonly role: FileRole;
}

export interface PathQuery {
  readonly question: Question;
  /** Paths that the host's code search found, best first. */
  readonly hostMatches: readonly string[];
  /** Names that the first read refers to without defining them, most likely first. */
  readonly referencedNames: readonly string[];
}

export interface RankedPath extends TreeFile {
  readonly score: number;
}

/** Maximum path length in characters. Only the end of a longer path is read. */
const maxPathLength = 300;
/** Weights of a word in a file's name, its folder and the folders above. */
const placeWeights = { name: 1, folder: 0.5, above: 0.25 } as const;
const roleWeights: Readonly<Record<FileRole, number>> = {
  source: 1,
  docs: 0.75,
  example: 0.3,
  config: 0.3,
  test: 0.15,
  translation: 0.03,
};
const mentionedTestWeight = 0.6;
/** The bonus for a path in the question, which exceeds every other score. */
const namedPathBonus = 10;
/** Weights of the first and last path that the host found. */
const hostMatchWeights = { first: 1.2, last: 0.5 } as const;
/** The weight of a file with the name of an identifier in the question. */
const identifierWeight = 0.9;
const referenceWeights = { first: 1, last: 0.4 } as const;

export function rankPaths(files: readonly TreeFile[], query: PathQuery): readonly RankedPath[] {
  const { question } = query;
  const parsedPaths = files.map((file) => parsePath(file));
  const weights = weighWordForms(question, parsedPaths);
  const hostScores = new Map(
    query.hostMatches.map((path, at) => [path, interpolate(hostMatchWeights, at, query.hostMatches.length)]),
  );
  const referencedNames = new Map(
    query.referencedNames.map(
      (name, at) =>
        [normalizeName(name), interpolate(referenceWeights, at, query.referencedNames.length)] as const,
    ),
  );
  const identifiers = new Set(question.identifiers.flatMap((name) => name.split('.')).map(normalizeName));
  const scored = parsedPaths.map(({ file, places, name }): RankedPath => {
    const isNamed = question.paths.some((path) => `/${file.path}`.endsWith(`/${path}`));
    const words = scoreMatch(weights, places);
    const names = Math.max(identifiers.has(name) ? identifierWeight : 0, referencedNames.get(name) ?? 0);
    const matchScore = words + names + (hostScores.get(file.path) ?? 0);
    const baseScore = pathPrior(file);
    const score = (matchScore + baseScore) * roleWeight(file.role, question) + (isNamed ? namedPathBonus : 0);
    return { ...file, score };
  });
  return scored.toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

interface ParsedPath {
  readonly file: TreeFile;
  /** The name without its extension, reduced to letters and digits. */
  readonly name: string;
  readonly places: Readonly<Record<keyof typeof placeWeights, ReadonlySet<string>>>;
}

function parsePath(file: TreeFile): ParsedPath {
  const segments = file.path.slice(-maxPathLength).split('/');
  const stem = fileStem(segments.pop() ?? '');
  // An index file is ranked by the name of its folder.
  const isFolder = /^(?:index|main|mod|__init__|lib|_index|README)$/.test(stem);
  const name = isFolder ? `${segments.at(-1) ?? ''} ${stem}` : stem;
  return {
    file,
    name: normalizeName(isFolder ? (segments.at(-1) ?? stem) : stem),
    places: {
      name: termSet(name),
      folder: termSet(segments.at(-1) ?? ''),
      above: termSet(segments.join(' ')),
    },
  };
}

function termSet(text: string): ReadonlySet<string> {
  return new Set(extractTerms(text.replaceAll('_', ' ')));
}

function fileStem(fileName: string): string {
  return fileName.replace(/(?<=.)\.(?:d\.ts|[A-Za-z0-9]+)$/, '');
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the inverse frequency of each word form among these paths. Forms that no path contains are omitted. */
function weighWordForms(question: Question, parsedPaths: readonly ParsedPath[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const forms = new Set(question.terms.flatMap(({ variants }) => variants));
  for (const { places } of parsedPaths)
    for (const form of forms)
      if (places.name.has(form) || places.above.has(form)) counts.set(form, (counts.get(form) ?? 0) + 1);
  return new Map([...counts].map(([form, count]) => [form, inverseFrequency(count, parsedPaths.length)]));
}

/** Returns the weighted fraction of the question's words in this path, with a boost if they make up most of the file's name. */
function scoreMatch(weights: ReadonlyMap<string, number>, places: ParsedPath['places']): number {
  let [matched, all, matchedNameWords] = [0, 0, 0];
  for (const [form, weight] of weights) {
    all += weight;
    if (places.name.has(form)) matchedNameWords += 1;
    const place = (['name', 'folder', 'above'] as const).find((candidate) => places[candidate].has(form));
    if (place !== undefined) matched += weight * placeWeights[place];
  }
  if (all === 0) return 0;
  const nameFraction = places.name.size === 0 ? 0 : Math.min(1, matchedNameWords / places.name.size);
  return (matched / all) * (0.7 + 0.6 * nameFraction);
}

/** Returns a small score for depth and size, independent of the question. The share of the size is near its maximum at forty kilobytes. */
function pathPrior({ path, bytes }: TreeFile): number {
  const depth = path.split('/').length - 1;
  const size = Math.min(1, Math.log2(1 + bytes / 300) / 7);
  return 0.25 * (size * 0.8 + 0.2 / (1 + depth));
}

function roleWeight(role: FileRole, question: Question): number {
  if (role === 'test' && question.asksForCoveringTests) return 1;
  // "The test client" is not a test.
  if (role === 'test' && question.asksForTests) return mentionedTestWeight;
  if (role === 'example' && question.asksForExamples) return 1;
  if (role === 'docs' && (question.class === 'docs' || question.isOverview)) return 1;
  return roleWeights[role];
}

function interpolate(
  { first, last }: { readonly first: number; readonly last: number },
  at: number,
  count: number,
) {
  return first - ((first - last) * at) / Math.max(1, count - 1);
}
