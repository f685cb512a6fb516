/** Reads facts about a repository's history for each kind of question, from git alone. The seed determines their shuffled order. */

import { sortByHash } from '../../bench/sort-by-hash.ts';
import { cleanMessage } from '../make/clean-message.ts';
import { isCode } from '../make/choose-commits.ts';
import { blameLines, findNewest } from './blame-lines.ts';
import type { HistoryFact } from './history-question.ts';
import { findIntroductions } from './introductions.ts';
import type { LoggedCommit } from './read-change-log.ts';
import type { SourceFacts } from './source-definitions.ts';
import type { HistoryKind } from './wordings.ts';

interface HistorySources {
  readonly folder: string;
  readonly commit: string;
  readonly log: readonly LoggedCommit[];
  readonly sources: SourceFacts;
  readonly seed: number;
}

/** Maximum number of files a commit may touch. Larger commits are sweeping changes. */
const maxSweepFiles = 60;
/** Maximum number of files of a change that is described in words. */
const maxFiles = 15;
const minWords = 4;
/** Shorter lines occur in many places and belong to no single commit. */
const minLineLength = 20;

export const factReaders: Readonly<
  Record<HistoryKind, (source: HistorySources, count: number) => Promise<HistoryFact[]>>
> = {
  introduced: readIntroductions,
  'last-changed': readLastChanges,
  'why-line': readLineFacts,
  'which-change': async (source, count) => selectChangeFacts(source, count),
};

async function readIntroductions(source: HistorySources, count: number): Promise<HistoryFact[]> {
  const { folder, commit, sources } = source;
  const names = new Map(sources.definitions.map(({ name }) => [name, 1]));
  const introductions = await findIntroductions(folder, commit, names);
  return shuffleDefinitions(source, 'introduced')
    .flatMap(({ name }) => {
      const introduced = introductions.get(name);
      return introduced === undefined ? [] : [{ values: { name }, commit: introduced }];
    })
    .slice(0, count);
}

async function readLastChanges(source: HistorySources, count: number): Promise<HistoryFact[]> {
  const fileCounts = new Map(source.log.map(({ id, files }) => [id, files.length]));
  const facts: HistoryFact[] = [];
  for (const definition of shuffleDefinitions(source, 'last')) {
    if (facts.length >= count) break;
    const { name } = definition;
    const newest = findNewest(await blameLines(source.folder, source.commit, definition));
    if (newest === undefined || (fileCounts.get(newest.id) ?? Infinity) > maxSweepFiles) continue;
    facts.push({ values: { name }, commit: newest.id });
  }
  return facts;
}

/** Chooses one line per file. */
async function readLineFacts(source: HistorySources, count: number): Promise<HistoryFact[]> {
  const facts: HistoryFact[] = [];
  for (const path of sortByHash([...source.sources.lines.keys()], (key) => `line ${source.seed} ${key}`)) {
    if (facts.length >= count) break;
    const lines = (source.sources.lines.get(path) ?? []).map((text, index) => ({ text, line: index + 1 }));
    const longLines = lines.filter(({ text }) => text.trim().length >= minLineLength);
    const [chosen] = sortByHash(longLines, ({ line }) => `${source.seed} ${path}:${line}`);
    if (chosen === undefined) continue;
    const range = { path, startLine: chosen.line, endLine: chosen.line };
    const [blamed] = await blameLines(source.folder, source.commit, range, []);
    if (blamed !== undefined) facts.push({ values: { path, line: chosen.line }, commit: blamed.id });
  }
  return facts;
}

function selectChangeFacts({ log, seed }: HistorySources, count: number): HistoryFact[] {
  const describedCommits = log.map((commit) => ({
    commit,
    subject: cleanMessage(commit.subject)?.toLowerCase(),
  }));
  const times = new Map<string, number>();
  for (const { subject = '' } of describedCommits) times.set(subject, (times.get(subject) ?? 0) + 1);
  const askableCommits = describedCommits.filter(
    ({ commit, subject = '' }) =>
      times.get(subject) === 1 &&
      countContentWords(subject) >= minWords &&
      commit.files.length <= maxFiles &&
      commit.files.some(isCode),
  );
  return sortByHash(askableCommits, ({ commit }) => `change ${seed} ${commit.id}`)
    .slice(0, count)
    .map(({ commit, subject = '' }) => ({
      values: { subject: subject.replace(/[.!?:]+$/, '') },
      commit: commit.id,
    }));
}

/** Number of distinct words of three letters or more, without stop words. */
function countContentWords(subject: string): number {
  const stopWords = new Set('the and for with from into that this when not are was use its all'.split(' '));
  const words = subject.match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word))).size;
}

function shuffleDefinitions({ sources, seed }: HistorySources, purpose: string) {
  return sortByHash(sources.definitions, ({ path, name }) => `${purpose} ${seed} ${path} ${name}`);
}
