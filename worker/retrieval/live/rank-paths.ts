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
  readonly found: readonly string[];
  /** Names that the first read refers to without defining them, most likely first. */
  readonly names: readonly string[];
}

export interface RankedPath extends TreeFile {
  readonly score: number;
}

/** In characters; only the end of a longer path is read. */
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
/** The bonus for a path that the question names, which exceeds every other score. */
const namedPathBonus = 10;
/** Weights of the first and last path that the host found. */
const hostMatchWeights = { first: 1.2, last: 0.5 } as const;
/** The weight of a file with the name of an identifier in the question. */
const identifierWeight = 0.9;
const referenceWeights = { first: 1, last: 0.4 } as const;

export function rankPaths(files: readonly TreeFile[], query: PathQuery): readonly RankedPath[] {
  const { question } = query;
  const read = files.map((file) => readPath(file));
  const weights = wordWeights(question, read);
  const found = new Map(
    query.found.map((path, at) => [path, between(hostMatchWeights, at, query.found.length)]),
  );
  const referencedNames = new Map(
    query.names.map(
      (name, at) => [normalizeName(name), between(referenceWeights, at, query.names.length)] as const,
    ),
  );
  const identifiers = new Set(question.identifiers.flatMap((name) => name.split('.')).map(normalizeName));
  const scored = read.map(({ file, places, name }): RankedPath => {
    const isNamed = question.paths.some((path) => `/${file.path}`.endsWith(`/${path}`));
    const words = scoreMatch(weights, places);
    const names = Math.max(identifiers.has(name) ? identifierWeight : 0, referencedNames.get(name) ?? 0);
    const matchScore = words + names + (found.get(file.path) ?? 0);
    const baseScore = pathPrior(file);
    const score = (matchScore + baseScore) * roleWeight(file.role, question) + (isNamed ? namedPathBonus : 0);
    return { ...file, score };
  });
  return scored.toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

interface ReadPath {
  readonly file: TreeFile;
  /** The name without its extension, reduced to letters and digits. */
  readonly name: string;
  readonly places: Readonly<Record<keyof typeof placeWeights, ReadonlySet<string>>>;
}

function readPath(file: TreeFile): ReadPath {
  const segments = file.path.slice(-maxPathLength).split('/');
  const own = fileStem(segments.pop() ?? '');
  // An index file takes the name of its folder.
  const isFolder = /^(?:index|main|mod|__init__|lib|_index|README)$/.test(own);
  const name = isFolder ? `${segments.at(-1) ?? ''} ${own}` : own;
  return {
    file,
    name: normalizeName(isFolder ? (segments.at(-1) ?? own) : own),
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

/** Returns the inverse frequency of each word form among these paths, without forms that no path contains. */
function wordWeights(question: Question, read: readonly ReadPath[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const forms = new Set(question.terms.flatMap(({ variants }) => variants));
  for (const { places } of read)
    for (const form of forms)
      if (places.name.has(form) || places.above.has(form)) counts.set(form, (counts.get(form) ?? 0) + 1);
  return new Map([...counts].map(([form, count]) => [form, inverseFrequency(count, read.length)]));
}

/** Returns the weighted fraction of the question's words in this path, boosted if they are most of the file's name. */
function scoreMatch(weights: ReadonlyMap<string, number>, places: ReadPath['places']): number {
  let [matched, all, named] = [0, 0, 0];
  for (const [form, weight] of weights) {
    all += weight;
    if (places.name.has(form)) named += 1;
    const place = (['name', 'folder', 'above'] as const).find((one) => places[one].has(form));
    if (place !== undefined) matched += weight * placeWeights[place];
  }
  if (all === 0) return 0;
  const nameFraction = places.name.size === 0 ? 0 : Math.min(1, named / places.name.size);
  return (matched / all) * (0.7 + 0.6 * nameFraction);
}

/** Returns a small score for depth and size, independent of the question. The size part is near its maximum at forty kilobytes. */
function pathPrior({ path, bytes }: TreeFile): number {
  const depth = path.split('/').length - 1;
  const size = Math.min(1, Math.log2(1 + bytes / 300) / 7);
  return 0.25 * (size * 0.8 + 0.2 / (1 + depth));
}

function roleWeight(role: FileRole, question: Question): number {
  if (role === 'test' && question.asksForTestsOf) return 1;
  // "The test client" is not a test.
  if (role === 'test' && question.asksForTests) return mentionedTestWeight;
  if (role === 'example' && question.asksForExamples) return 1;
  if (role === 'docs' && (question.class === 'docs' || question.isOverview)) return 1;
  return roleWeights[role];
}

function between({ first, last }: { readonly first: number; readonly last: number }, at: number, of: number) {
  return first - ((first - last) * at) / Math.max(1, of - 1);
}
