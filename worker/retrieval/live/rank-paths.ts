/** Ranks the paths of an unread repository for a question, in one pass over the tree. */

import type { FileRole } from '../../core/files/file.ts';
import type { Question } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { inverseFrequency } from '../ranking/measures.ts';

export interface TreeFile {
  readonly path: string;
  /** As the tree says. */
  readonly bytes: number;
  readonly role: FileRole;
}

export interface PathQuery {
  readonly question: Question;
  /** Paths the host found by content, its best first. */
  readonly found: readonly string[];
  /** Names a first read refers to without defining them, the likeliest first. */
  readonly names: readonly string[];
}

export interface RankedPath extends TreeFile {
  readonly score: number;
}

/** Read of a path, from its end. */
const pathRead = 300;
/** What a word counts in a file's own name, in the folder it lies in, and in one above. */
const placeWeights = { name: 1, folder: 0.5, above: 0.25 } as const;
const roleWeights: Readonly<Record<FileRole, number>> = {
  source: 1,
  docs: 0.75,
  example: 0.3,
  config: 0.3,
  test: 0.15,
  translation: 0.03,
};
const testsMentioned = 0.6;
/** What a path asked for by itself counts; nothing else does as much. */
const pathAsked = 10;
/** Of what the host found: the first, and the last of it. */
const hostFound = { first: 1.2, last: 0.5 } as const;
/** Names that are called so are looked for in files that are called so. */
const nameAsked = 0.9;
const nameReferred = { first: 1, last: 0.4 } as const;

export function rankPaths(files: readonly TreeFile[], asked: PathQuery): readonly RankedPath[] {
  const { question } = asked;
  const read = files.map((file) => placesOf(file));
  const weights = weightsOf(question, read);
  const found = new Map(asked.found.map((path, at) => [path, between(hostFound, at, asked.found.length)]));
  const referred = new Map(
    asked.names.map((name, at) => [flat(name), between(nameReferred, at, asked.names.length)] as const),
  );
  const identifiers = new Set(question.identifiers.flatMap((name) => name.split('.')).map(flat));
  const scored = read.map(({ file, places, name }): RankedPath => {
    const isNamed = question.paths.some((path) => `/${file.path}`.endsWith(`/${path}`));
    const words = matchOf(weights, places);
    const names = Math.max(identifiers.has(name) ? nameAsked : 0, referred.get(name) ?? 0);
    const told = words + names + (found.get(file.path) ?? 0);
    const usual = usualOf(file);
    const score = (told + usual) * roleWeight(file.role, question) + (isNamed ? pathAsked : 0);
    return { ...file, score };
  });
  return scored.toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

interface ReadPath {
  readonly file: TreeFile;
  /** The name without its ending, letters and digits alone. */
  readonly name: string;
  readonly places: Readonly<Record<keyof typeof placeWeights, ReadonlySet<string>>>;
}

function placesOf(file: TreeFile): ReadPath {
  const segments = file.path.slice(-pathRead).split('/');
  const own = stemOf(segments.pop() ?? '');
  // A file that only stands for its folder is called as the folder is.
  const isFolder = /^(?:index|main|mod|__init__|lib|_index|README)$/.test(own);
  const name = isFolder ? `${segments.at(-1) ?? ''} ${own}` : own;
  return {
    file,
    name: flat(isFolder ? (segments.at(-1) ?? own) : own),
    places: {
      name: termsIn(name),
      folder: termsIn(segments.at(-1) ?? ''),
      above: termsIn(segments.join(' ')),
    },
  };
}

function termsIn(text: string): ReadonlySet<string> {
  return new Set(extractTerms(text.replaceAll('_', ' ')));
}

function stemOf(fileName: string): string {
  return fileName.replace(/(?<=.)\.(?:d\.ts|[A-Za-z0-9]+)$/, '');
}

function flat(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Each word's forms with how telling it is among these paths; those no path holds are left out. */
function weightsOf(question: Question, read: readonly ReadPath[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const forms = new Set(question.terms.flatMap(({ variants }) => variants));
  for (const { places } of read)
    for (const form of forms)
      if (places.name.has(form) || places.above.has(form)) counts.set(form, (counts.get(form) ?? 0) + 1);
  return new Map([...counts].map(([form, count]) => [form, inverseFrequency(count, read.length)]));
}

/** Of all the question's words say, how much this path holds; a name that says little else counts more than one that says much. */
function matchOf(weights: ReadonlyMap<string, number>, places: ReadPath['places']): number {
  let [held, all, named] = [0, 0, 0];
  for (const [form, weight] of weights) {
    all += weight;
    if (places.name.has(form)) named += 1;
    const place = (['name', 'folder', 'above'] as const).find((one) => places[one].has(form));
    if (place !== undefined) held += weight * placeWeights[place];
  }
  if (all === 0) return 0;
  const share = places.name.size === 0 ? 0 : Math.min(1, named / places.name.size);
  return (held / all) * (0.7 + 0.6 * share);
}

/** What any file has by its place and size, whatever is asked: a little. Of a kilobyte, half; of forty, all. */
function usualOf({ path, bytes }: TreeFile): number {
  const depth = path.split('/').length - 1;
  const size = Math.min(1, Math.log2(1 + bytes / 300) / 7);
  return 0.25 * (size * 0.8 + 0.2 / (1 + depth));
}

function roleWeight(role: FileRole, question: Question): number {
  if (role === 'test' && question.asksForTestsOf) return 1;
  // "The test client" is no test.
  if (role === 'test' && question.asksForTests) return testsMentioned;
  if (role === 'example' && question.asksForExamples) return 1;
  if (role === 'docs' && (question.class === 'docs' || question.isOverview)) return 1;
  return roleWeights[role];
}

function between({ first, last }: { readonly first: number; readonly last: number }, at: number, of: number) {
  return first - ((first - last) * at) / Math.max(1, of - 1);
}
