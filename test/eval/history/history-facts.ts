/** What a repository's history says for sure, by kind of question, in an order that mixes it and is the same for the same seed. Git alone is asked. */

import { sortByHash } from '../../bench/sort-by-hash.ts';
import { cleanMessage } from '../make/clean-message.ts';
import { isCode } from '../make/choose-commits.ts';
import { blameLines, newestOf } from './blame-lines.ts';
import type { HistoryFact } from './history-question.ts';
import { introductionsOf } from './introductions.ts';
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

/** Commits that touch more sweep over the tree. */
const sweepFiles = 60;
/** Of a change told in words. */
const mostFiles = 15;
const fewestWords = 4;
/** Shorter lines stand in many places, and are nobody's. */
const shortestLine = 20;

export const factsOf: Readonly<
  Record<HistoryKind, (of: HistorySources, count: number) => Promise<HistoryFact[]>>
> = {
  introduced: introducedFacts,
  'last-changed': lastChangedFacts,
  'why-line': lineFacts,
  'which-change': async (of, count) => changeFacts(of, count),
};

async function introducedFacts(of: HistorySources, count: number): Promise<HistoryFact[]> {
  const { folder, commit, sources } = of;
  const names = new Map(sources.definitions.map(({ name }) => [name, 1]));
  const found = await introductionsOf(folder, commit, names);
  return mixedDefinitions(of, 'introduced')
    .flatMap(({ name }) => {
      const introduced = found.get(name);
      return introduced === undefined ? [] : [{ values: { name }, commit: introduced }];
    })
    .slice(0, count);
}

async function lastChangedFacts(of: HistorySources, count: number): Promise<HistoryFact[]> {
  const touched = new Map(of.log.map(({ id, files }) => [id, files.length]));
  const facts: HistoryFact[] = [];
  for (const definition of mixedDefinitions(of, 'last')) {
    if (facts.length >= count) break;
    const { name } = definition;
    const newest = newestOf(await blameLines(of.folder, of.commit, definition));
    if (newest === undefined || (touched.get(newest.id) ?? Infinity) > sweepFiles) continue;
    facts.push({ values: { name }, commit: newest.id });
  }
  return facts;
}

/** One line a file. */
async function lineFacts(of: HistorySources, count: number): Promise<HistoryFact[]> {
  const facts: HistoryFact[] = [];
  for (const path of sortByHash([...of.sources.lines.keys()], (key) => `line ${of.seed} ${key}`)) {
    if (facts.length >= count) break;
    const lines = (of.sources.lines.get(path) ?? []).map((text, index) => ({ text, line: index + 1 }));
    const long = lines.filter(({ text }) => text.trim().length >= shortestLine);
    const [chosen] = sortByHash(long, ({ line }) => `${of.seed} ${path}:${line}`);
    if (chosen === undefined) continue;
    const place = { path, startLine: chosen.line, endLine: chosen.line };
    const [blamed] = await blameLines(of.folder, of.commit, place, []);
    if (blamed !== undefined) facts.push({ values: { path, line: chosen.line }, commit: blamed.id });
  }
  return facts;
}

function changeFacts({ log, seed }: HistorySources, count: number): HistoryFact[] {
  const told = log.map((commit) => ({ commit, subject: cleanMessage(commit.subject)?.toLowerCase() }));
  const times = new Map<string, number>();
  for (const { subject = '' } of told) times.set(subject, (times.get(subject) ?? 0) + 1);
  const askable = told.filter(
    ({ commit, subject = '' }) =>
      times.get(subject) === 1 &&
      tellingWords(subject) >= fewestWords &&
      commit.files.length <= mostFiles &&
      commit.files.some(isCode),
  );
  return sortByHash(askable, ({ commit }) => `change ${seed} ${commit.id}`)
    .slice(0, count)
    .map(({ commit, subject = '' }) => ({
      values: { subject: subject.replace(/[.!?:]+$/, '') },
      commit: commit.id,
    }));
}

/** Words of three letters or more that are said of something. */
function tellingWords(subject: string): number {
  const empty = new Set('the and for with from into that this when not are was use its all'.split(' '));
  const words = subject.match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !empty.has(word))).size;
}

function mixedDefinitions({ sources, seed }: HistorySources, purpose: string) {
  return sortByHash(sources.definitions, ({ path, name }) => `${purpose} ${seed} ${path} ${name}`);
}
