/**
 * Finds what the release notes of a version say about a change, as lines that can be cited: the entry and its heading.
 */

import type { ComposedRelease } from '../../../answering/compose/compose-release-notes.ts';
import type { Evidence, SpanPosition } from '../../../core/answers/evidence.ts';
import { splitLines } from '../../../core/text/decode-text.ts';
import { maskText } from '../../../core/text/mask-text.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import {
  iterateEntries,
  findReleaseEntries,
  readReferenceNumbers,
  type ReleaseQuery,
} from '../../../retrieval/history/releases/release-entries.ts';
import {
  matchesVersion,
  isReleaseNotes,
  findReleaseSections,
  type ReleaseSection,
} from '../../../retrieval/history/releases/release-sections.ts';
import { selectMessageTerms } from '../../../retrieval/history/message-terms.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { issueEvidence } from '../evidence/issue-evidence.ts';
import type { HistoryFinding } from './history-finding.ts';
import type { RankedCommit } from '../../../retrieval/history/rank-commits.ts';

/** Maximum files that are read, the closest to the root first, and their maximum length. Longer notes are probably generated. */
const maxFiles = 2;
const maxFileLines = 40_000;
const maxNotes = 2;
/** The notes must be about commits with at least this fraction of the best score. Notes on other commits answer something else. */
const minScoreFraction = 0.8;
const maxVersionEntries = 6;

type Place = Omit<SpanPosition, 'path'>;

interface OpenNotes {
  readonly path: string;
  readonly lines: readonly string[];
  readonly sections: readonly ReleaseSection[];
}

/** @param issued the number of evidence ids already issued */
export async function findReleaseNotes(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  query: ReleaseQuery,
  issued: number,
): Promise<readonly ComposedRelease[]> {
  if (query.numbers.length + query.names.length + query.subjects.length === 0) return [];
  for (const notes of await readReleaseNotes(services, resolved)) {
    const found = findReleaseEntries(notes.lines, notes.sections, query).slice(0, maxNotes);
    if (found.length > 0) return issueReleaseEvidence(services, resolved, { notes, found, issued });
  }
  return [];
}

/** Finds the notes about one version, or about some names in it. Empty if no notes describe that version. */
export async function findReleaseByVersion(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  { version, names }: { readonly version: string; readonly names: readonly string[] },
): Promise<readonly ComposedRelease[]> {
  for (const notes of await readReleaseNotes(services, resolved)) {
    const sections = notes.sections.filter((section) => matchesVersion(section, version)).slice(0, 1);
    const query = { numbers: [], subjects: [], names, nameMatch: 'any' as const, words: [] };
    const found =
      names.length > 0
        ? findReleaseEntries(notes.lines, sections, query)
        : [...iterateEntries(notes.lines, sections)].slice(0, maxVersionEntries);
    if (found.length > 0) return issueReleaseEvidence(services, resolved, { notes, found, issued: 0 });
  }
  return [];
}

/** An entry of release notes that names pull requests or issues. */
export interface NumberedEntry {
  readonly numbers: ReadonlySet<number>;
  readonly text: string;
}

/** Reads the entries that name a number, since they describe the same change as its commit, often in other words. */
export async function readNumberedEntries(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
): Promise<readonly NumberedEntry[]> {
  const notes = await readReleaseNotes(services, resolved);
  return notes.flatMap(({ lines, sections }) =>
    [...iterateEntries(lines, sections)].flatMap(({ text }) => {
      const numbers = readReferenceNumbers(text);
      return numbers.size === 0 ? [] : [{ numbers, text }];
    }),
  );
}

/** Collects what links release notes to the cited commits and to the question. */
export function toReleaseQuery(
  chosen: readonly Pick<RankedCommit, 'commit' | 'score'>[],
  { finding, question }: Pick<HistoryFinding, 'finding' | 'question'>,
): ReleaseQuery {
  const [best] = chosen;
  const relevantCommits = chosen.filter(({ score }) => score >= (best?.score ?? 0) * minScoreFraction);
  const pullRequests = relevantCommits.flatMap(({ commit: { pullRequest } }) =>
    pullRequest === undefined ? [] : [pullRequest.number],
  );
  const names = finding?.question.identifiers ?? [];
  const nameTerms = new Set(names.flatMap(extractTerms));
  return {
    numbers: [...pullRequests, ...(best?.commit.issues ?? [])],
    subjects: best === undefined ? [] : [best.commit.subject],
    names,
    nameMatch: question?.aspect === 'introduced' ? 'first' : 'words',
    words:
      finding === undefined
        ? []
        : selectMessageTerms(finding.question).filter(({ word }) => !nameTerms.has(word)),
  };
}

function depth(path: string): number {
  return path.split('/').length;
}

async function readReleaseNotes(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  { key }: ResolvedSnapshot,
): Promise<readonly OpenNotes[]> {
  const paths = (await chunkStore.listFiles(key))
    .filter(
      ({ path, role, lines }) => isReleaseNotes(path) && role !== 'translation' && lines <= maxFileLines,
    )
    .toSorted((a, b) => depth(a.path) - depth(b.path) || b.lines - a.lines)
    .slice(0, maxFiles)
    .map(({ path }) => path);
  const files = paths.length === 0 ? [] : await chunkStore.readFiles(key, paths);
  return paths.flatMap((path) => {
    const file = files.find((candidate) => candidate.path === path);
    if (file === undefined) return [];
    const lines = splitLines(maskText(file.text, file.masks)).map((line) => line.trimEnd());
    return [{ path, lines, sections: findReleaseSections(lines) }];
  });
}

async function issueReleaseEvidence(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  input: {
    readonly notes: OpenNotes;
    readonly found: readonly (Place & { readonly section: ReleaseSection })[];
    readonly issued: number;
  },
): Promise<readonly ComposedRelease[]> {
  const { path } = input.notes;
  const places = input.found.flatMap(({ section: { headingLine }, startLine, endLine }) => [
    { path, startLine: headingLine, endLine: headingLine, score: 1 },
    { path, startLine, endLine, score: 1 },
  ]);
  const spans = await readSpans(chunkStore, resolved.key, places);
  if (spans.length < places.length) return [];
  // Several entries can share the evidence of one heading.
  const evidence = new Map<string, Evidence>();
  for (const span of spans) {
    const range = `${span.startLine}-${span.endLine}`;
    if (!evidence.has(range))
      evidence.set(range, issueEvidence(resolved, span, input.issued + evidence.size));
  }
  return input.found.flatMap(({ section, startLine, endLine }) => {
    const heading = evidence.get(`${section.headingLine}-${section.headingLine}`);
    const entry = evidence.get(`${startLine}-${endLine}`);
    return heading === undefined || entry === undefined ? [] : [{ release: section.name, heading, entry }];
  });
}
