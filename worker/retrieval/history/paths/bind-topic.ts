/**
 * Finds the source file or folder whose name is the topic of a history question: "the connector" is `connector.py`. All other words must
 * belong to the question itself, so that a change described in words is not taken for its file.
 */

import type { FileRole } from '../../../core/files/file.ts';
import type { BoundPath } from './bind-path.ts';
import { findContentWords } from '../content-words.ts';
import { identifierWords, plainWords } from './path-words.ts';

interface TopicFile {
  readonly path: string;
  readonly role: FileRole;
}

interface Place {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Words for a body of code, which say nothing about its name. */
const codeNouns = new Set(
  'code implementation logic machinery module source handling support part piece package'.split(' '),
);
const roleWords: readonly (readonly [RegExp, FileRole])[] = [
  [/^(?:test|spec)$/, 'test'],
  [/^(?:doc|documentation|guide|manual|page)$/, 'docs'],
  [/^example$/, 'example'],
];
const stubPattern = /\.(?:d\.[cm]?ts|pyi|pxd)$/;
const maxWords = 4;
const scores = { whole: 3, folder: 2.9, part: 2, loose: 1 };
const parentBonus = 0.1;
const privatePenalty = 0.05;
const stubPenalty = 0.3;
const depthPenalty = 0.01;

/** @returns undefined if no place has this name, or two are equally near */
export function bindTopic(
  text: string,
  files: readonly TopicFile[],
  author: string | undefined,
): BoundPath | undefined {
  const spoken = plainWords(text);
  const content = plainWords(findContentWords(text, { path: '', written: '', author }).join(' '));
  const role = roleWords.find(([pattern]) => spoken.some((word) => pattern.test(word)))?.[1] ?? 'source';
  const words = content.filter((word) => !codeNouns.has(word) && !isRoleWord(word));
  if (words.length === 0 || words.length > maxWords) return undefined;
  const ofRole = files.filter((file) => file.role === role).map(({ path }) => path);
  const known = new Set(ofRole.flatMap(identifierWords));
  const topic = {
    words,
    unknown: words.filter((word) => !known.has(word)),
    isAboutCode: spoken.some((word) => codeNouns.has(word)),
  };
  const rated = listPlaces(ofRole)
    .map((place) => ({ place, score: ratePlace(place, topic) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const [best, next] = rated;
  if (best === undefined) return undefined;
  // A part of a name describes a file only if it is part of no other.
  const isClear =
    next === undefined ||
    (best.score > next.score && (best.score > scores.part + 0.5 || next.score < Math.floor(best.score)));
  return isClear ? { ...best.place, isWritten: false, written: '' } : undefined;
}

function isRoleWord(word: string): boolean {
  return roleWords.some(([pattern]) => pattern.test(word));
}

function listPlaces(paths: readonly string[]): readonly Place[] {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
  return [
    ...paths.map((path) => ({ path, isFolder: false })),
    ...[...folders].map((path) => ({ path, isFolder: true })),
  ];
}

interface Topic {
  readonly words: readonly string[];
  /** Those that no path contains, so that they cannot choose between paths. */
  readonly unknown: readonly string[];
  readonly isAboutCode: boolean;
}

function ratePlace({ path, isFolder }: Place, { words, unknown, isAboutCode }: Topic): number {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  const stem = identifierWords(isFolder ? name : name.replace(/\.[\w.]+$/, '')).filter(
    (word) => !isRoleWord(word) && !/^\d+$/.test(word),
  );
  if (stem.length === 0) return 0;
  const joined = words.join('');
  const isJoined = joined === stem.join('');
  const isWhole = isJoined || stem.every((word) => words.includes(word));
  const parents = new Set(segments.slice(0, -1).flatMap(identifierWords));
  const others = isJoined || stem.includes(joined) ? [] : words.filter((word) => !stem.includes(word));
  const unexplained = others.filter((word) => !parents.has(word));
  const details =
    (others.length - unexplained.length) * parentBonus -
    (name.startsWith('_') ? privatePenalty : 0) -
    (stubPattern.test(name) ? stubPenalty : 0) -
    segments.length * depthPenalty;
  if (others.length === words.length) return 0;
  if (isWhole && unexplained.length === 0) return (isFolder ? scores.folder : scores.whole) + details;
  if (isFolder) return 0;
  if (unexplained.length === 0) return isAboutCode || words.length > 1 ? scores.part + details : 0;
  const isLoose =
    isAboutCode && unexplained.length === 1 && unexplained.every((word) => unknown.includes(word));
  return isLoose ? scores.loose + details : 0;
}
