/**
 * Reads a repository that is not indexed to answer one question: lists its files, fetches some, and indexes them as usual. If they do not
 * clearly answer the question, a second round fetches files that they refer to. Each step is reported as it starts and ends.
 */

import type { EarlierTurn } from '../../core/answers/conversation.ts';
import type { Viewer } from '../../core/viewer.ts';
import { findReferencedNames, type WeighedText } from '../../retrieval/live/find-referenced-names.ts';
import { readQuestion } from '../../retrieval/question/read-question.ts';
import { rewriteFollowUp } from '../../retrieval/follow-up/rewrite-follow-up.ts';
import {
  chooseLiveFiles,
  readLiveTree,
  searchHost,
  wordsPerSearch,
  wordsToSearch,
  type LiveTree,
} from './choose-live-files.ts';
import type { LiveTarget } from './resolve-live-source.ts';
import { usableBase } from './index-live-files.ts';
import {
  runRound,
  storedPaths,
  type LiveLook,
  type Look,
  liveStep,
  type LiveStep,
} from './run-live-round.ts';
import { resolveSnapshot } from '../versions/resolve-snapshot.ts';
import type { Finding } from '../search/find-spans/finding.ts';
import { createAnswerSearch } from '../answer/answer-search.ts';
import type { Services } from '../services.ts';
import { countOf } from '../../core/text/count-of.ts';

/** Maximum spans of the first round whose references are followed. */
const maxFollowedSpans = 6;

export interface LiveQuestion {
  readonly question: string;
  /** Earlier turns, oldest first. */
  readonly earlier: readonly EarlierTurn[];
}

/** @throws what the host and `indexLiveFiles` throw */
export async function* runLiveLook(
  services: Services,
  viewer: Viewer,
  target: LiveTarget,
  input: LiveQuestion,
): AsyncGenerator<LiveStep, LiveLook> {
  const { text } = rewriteFollowUp(input.question, input.earlier);
  const look = { services, viewer, target, question: readQuestion(text) };
  const listing = `Listing the files of ${target.name} at ${target.commit.slice(0, 12)}.`;
  yield liveStep('tree', 'running', { detail: listing });
  const words = wordsToSearch(look.question);
  const [tree, searchResult] = await Promise.all([
    readLiveTree(services, target),
    searchHost(services, target, words),
  ]);
  yield liveStep('tree', 'done', { detail: `It has ${describeFileCount(tree)}.` });
  const searched = reportSearch(searchResult);
  yield searched.step;
  const first = yield* runRound(look, {
    ids: ['fetch', 'index'],
    tree,
    requested: chooseLiveFiles(tree.files, {
      question: look.question,
      hostMatches: searched.paths,
      referencedNames: [],
    }),
    base: await resolveBase(look),
  });
  const firstLook = { ...first, notes: [...searched.notes, ...first.notes] };
  const finding = await createAnswerSearch(services, firstLook.resolved, { topK: undefined }).find(text);
  const { confidence } = finding.assessment;
  yield liveStep('judge', 'done', { detail: confidenceDetails[confidence] });
  if (confidence === 'high' || finding.question.class === 'too-broad') return firstLook;
  const second = yield* runSecondRound(look, tree, { first: firstLook, finding, words });
  return { ...second, notes: [...firstLook.notes, ...second.notes] };
}

const confidenceDetails = {
  high: 'These files answer the question.',
  low: 'These files may not answer the question, so files they refer to are read too.',
  'out-of-scope': 'These files do not answer the question, so more files are read.',
} as const;

async function resolveBase({ services, viewer, target }: Look) {
  const base = await usableBase(services, viewer, target);
  if (base === undefined) return undefined;
  return resolveSnapshot(services, viewer, { id: base.repositoryId, version: base.id });
}

interface SearchReport {
  readonly step: LiveStep;
  readonly paths: readonly string[];
  readonly notes: readonly string[];
}

function reportSearch(result: Awaited<ReturnType<typeof searchHost>>): SearchReport {
  if (result === undefined) {
    const detail = 'GitHub search requires a token and covers only the default branch.';
    return { step: liveStep('search', 'skipped', { detail }), paths: [], notes: [] };
  }
  const { paths, failed } = result;
  if (failed === undefined) {
    const detail = `GitHub finds the question’s words in ${countOf(paths.length, 'file')}.`;
    return { step: liveStep('search', 'done', { detail }), paths, notes: [] };
  }
  const notes = [`GitHub search failed: ${failed}`];
  return { step: liveStep('search', 'skipped', { detail: failed }), paths: [], notes };
}

interface FirstRead {
  readonly first: LiveLook;
  readonly finding: Finding;
  readonly words: readonly string[];
}

/** Runs the second round: reads files that the best spans refer to, and the next best files by path. */
async function* runSecondRound(
  look: Look,
  tree: LiveTree,
  { first, finding, words }: FirstRead,
): AsyncGenerator<LiveStep, LiveLook> {
  const { services, target, question } = look;
  const remainingWords = words.slice(wordsPerSearch);
  const hostMatches = await searchHost(services, target, remainingWords);
  const stored = await storedPaths(services, first.resolved.key);
  const unread = tree.files.filter(({ path }) => !stored.has(path));
  const names = findReferencedNames(readTexts(finding));
  const requested = chooseLiveFiles(unread, {
    question,
    hostMatches: hostMatches?.paths ?? [],
    referencedNames: names,
  });
  if (requested.length === 0) {
    yield liveStep('further', 'skipped', { detail: 'There are no more files to read.' });
    return { ...first, notes: [] };
  }
  return yield* runRound(look, { ids: ['further', 'index-further'], tree, requested, base: first.resolved });
}

/** Returns the best spans, and the beginnings of their files, which contain the imports. */
function readTexts({ retrieved, spans }: Finding): readonly WeighedText[] {
  const bestSpans = spans.slice(0, maxFollowedSpans);
  const paths = new Set(bestSpans.map(({ path }) => path));
  const heads = retrieved.spans.filter(({ chunk }) => paths.has(chunk.path) && chunk.startLine === 1);
  return [
    ...bestSpans.map(({ text }) => ({ text, weight: 2 })),
    ...heads.slice(0, maxFollowedSpans).map(({ chunk }) => ({ text: chunk.raw, weight: 1 })),
  ];
}

function describeFileCount({ totalFiles, files }: LiveTree): string {
  return totalFiles === undefined ? `over ${countOf(files.length, 'file')}` : countOf(totalFiles, 'file');
}
