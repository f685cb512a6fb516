/**
 * What a version's release notes say of a change, as lines of the version that can be cited: the entry and the heading it stands under.
 */

import type { ToldRelease } from '../answering/compose-release-notes.ts';
import type { Evidence, SpanPosition } from '../core/evidence.ts';
import { maskText } from '../core/mask-text.ts';
import { termsOf } from '../core/terms.ts';
import { splitLines } from '../core/text.ts';
import { entriesOf, findReleaseEntries, type ReleaseTies } from '../retrieval/history/release-entries.ts';
import {
  isOfVersion,
  isReleaseNotes,
  releaseSections,
  type ReleaseSection,
} from '../retrieval/history/release-sections.ts';
import { termsOfPast } from '../retrieval/history/terms-of-past.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import type { HistoryFinding, RankedCommit } from './find-history.ts';
import { issueEvidence } from './issue-evidence.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

/** Files read, the nearest to the top first, and lines of one: beyond it is no file anybody keeps by hand. */
const filesRead = 2;
const longestFile = 40_000;
const notesTold = 2;
/** Commits whose numbers are looked for: of the others notes say what is not asked. */
const nearBest = 0.8;
const entriesOfVersion = 6;

type Place = Omit<SpanPosition, 'path'>;

interface OpenNotes {
  readonly path: string;
  readonly lines: readonly string[];
  readonly sections: readonly ReleaseSection[];
}

/** @param issued how many ids of evidence are given out */
export async function findReleaseNotes(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  ties: ReleaseTies,
  issued: number,
): Promise<readonly ToldRelease[]> {
  if (ties.numbers.length + ties.names.length + ties.subjects.length === 0) return [];
  for (const notes of await openNotes(services, resolved)) {
    const found = findReleaseEntries(notes.lines, notes.sections, ties).slice(0, notesTold);
    if (found.length > 0) return issue(services, resolved, { notes, found, issued });
  }
  return [];
}

/** What the notes say of one version, or of these names in it; nothing where they tell of no such version. */
export async function findReleaseOf(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  { version, names }: { readonly version: string; readonly names: readonly string[] },
): Promise<readonly ToldRelease[]> {
  for (const notes of await openNotes(services, resolved)) {
    const sections = notes.sections.filter((section) => isOfVersion(section, version)).slice(0, 1);
    const ties = { numbers: [], subjects: [], names, named: 'any' as const, words: [] };
    const found =
      names.length > 0
        ? findReleaseEntries(notes.lines, sections, ties)
        : [...entriesOf(notes.lines, sections)].slice(0, entriesOfVersion);
    if (found.length > 0) return issue(services, resolved, { notes, found, issued: 0 });
  }
  return [];
}

/** What ties release notes to the commits that are told, and to what is asked about. */
export function tiesOf(
  chosen: readonly Pick<RankedCommit, 'commit' | 'score'>[],
  { finding, asked }: Pick<HistoryFinding, 'finding' | 'asked'>,
): ReleaseTies {
  const [best] = chosen;
  const near = chosen.filter(({ score }) => score >= (best?.score ?? 0) * nearBest);
  const requests = near.flatMap(({ commit: { pullRequest } }) =>
    pullRequest === undefined ? [] : [pullRequest.number],
  );
  const names = finding?.question.identifiers ?? [];
  const ofNames = new Set(names.flatMap(termsOf));
  return {
    numbers: [...requests, ...(best?.commit.issues ?? [])],
    subjects: best === undefined ? [] : [best.commit.subject],
    names,
    named: asked?.aspect === 'introduced' ? 'first' : 'words',
    words:
      finding === undefined ? [] : termsOfPast(finding.question).filter(({ word }) => !ofNames.has(word)),
  };
}

function depth(path: string): number {
  return path.split('/').length;
}

async function openNotes(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  { key }: ResolvedSnapshot,
): Promise<readonly OpenNotes[]> {
  const paths = (await chunkStore.listFiles(key))
    .filter(({ path, role, lines }) => isReleaseNotes(path) && role !== 'translation' && lines <= longestFile)
    .toSorted((a, b) => depth(a.path) - depth(b.path) || b.lines - a.lines)
    .slice(0, filesRead)
    .map(({ path }) => path);
  const files = paths.length === 0 ? [] : await chunkStore.readFiles(key, paths);
  return paths.flatMap((path) => {
    const file = files.find((one) => one.path === path);
    if (file === undefined) return [];
    const lines = splitLines(maskText(file.text, file.masks)).map((line) => line.trimEnd());
    return [{ path, lines, sections: releaseSections(lines) }];
  });
}

async function issue(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  of: {
    readonly notes: OpenNotes;
    readonly found: readonly (Place & { readonly section: ReleaseSection })[];
    readonly issued: number;
  },
): Promise<readonly ToldRelease[]> {
  const { path } = of.notes;
  const places = of.found.flatMap(({ section: { headingLine }, startLine, endLine }) => [
    { path, startLine: headingLine, endLine: headingLine, score: 1 },
    { path, startLine, endLine, score: 1 },
  ]);
  const spans = await readSpans(chunkStore, resolved.key, places);
  if (spans.length < places.length) return [];
  // A heading that several entries stand under is one piece of evidence.
  const evidence = new Map<string, Evidence>();
  for (const span of spans) {
    const place = `${span.startLine}-${span.endLine}`;
    if (!evidence.has(place)) evidence.set(place, issueEvidence(resolved, span, of.issued + evidence.size));
  }
  return of.found.flatMap(({ section, startLine, endLine }) => {
    const heading = evidence.get(`${section.headingLine}-${section.headingLine}`);
    const entry = evidence.get(`${startLine}-${endLine}`);
    return heading === undefined || entry === undefined ? [] : [{ release: section.name, heading, entry }];
  });
}
