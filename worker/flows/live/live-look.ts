/**
 * Looks at a repository that is not indexed for one question: lists its files, chooses and fetches some, indexes them as every other file
 * is, and, where those do not surely answer it, fetches once more what they refer to. Each step is told as it begins and ends.
 */

import type { EarlierTurn } from '../../core/conversation.ts';
import type { Viewer } from '../../core/viewer.ts';
import { namesReferredTo, type ReadText } from '../../retrieval/live/names-referred-to.ts';
import { readQuestion } from '../../retrieval/read-question.ts';
import { rewriteFollowUp } from '../../retrieval/rewrite-follow-up.ts';
import {
  chooseLive,
  readLiveTree,
  searchLive,
  wordsInSearch,
  wordsToSearch,
  type LiveTree,
} from './live-choose.ts';
import type { LiveFound } from './live-find.ts';
import { usableBase } from './live-index.ts';
import { lookAt, pathsOf, type LiveLook, type Look } from './live-round.ts';
import { countedFiles, liveStep, type LiveStep } from './live-step.ts';
import { resolveSnapshot } from '../versions/resolve-snapshot.ts';
import type { Finding } from '../retrieve.ts';
import { searchForAnswer } from '../search-for-answer.ts';
import type { Services } from '../services.ts';

/** Spans of a first read whose references are followed. */
const spansFollowed = 6;

export interface LiveAsked {
  readonly question: string;
  /** The turns before it, oldest first. */
  readonly earlier: readonly EarlierTurn[];
}

/** @throws AppError what the host throws, and of files that could not be indexed */
export async function* lookLive(
  services: Services,
  viewer: Viewer,
  found: LiveFound,
  asked: LiveAsked,
): AsyncGenerator<LiveStep, LiveLook> {
  const { text } = rewriteFollowUp(asked.question, asked.earlier);
  const look = { services, viewer, found, question: readQuestion(text) };
  const listing = `Listing the files of ${found.name} at ${found.commit.slice(0, 12)}.`;
  yield liveStep('tree', 'running', { detail: listing });
  const words = wordsToSearch(look.question);
  const [tree, told] = await Promise.all([readLiveTree(services, found), searchLive(services, found, words)]);
  yield liveStep('tree', 'done', { detail: `It has ${filesOf(tree)}.` });
  const searched = tellSearch(told);
  yield searched.step;
  const first = yield* lookAt(look, {
    ids: ['fetch', 'index'],
    tree,
    wanted: chooseLive(tree.files, { question: look.question, found: searched.paths, names: [] }),
    base: await baseOf(look),
  });
  const so = { ...first, notes: [...searched.notes, ...first.notes] };
  const finding = await searchForAnswer(services, so.resolved, { topK: undefined }).find(text);
  const { confidence } = finding.judgement;
  yield liveStep('judge', 'done', { detail: judged[confidence] });
  if (confidence === 'high' || finding.question.class === 'too-broad') return so;
  const second = yield* further(look, tree, { first: so, finding, words });
  return { ...second, notes: [...so.notes, ...second.notes] };
}

const judged = {
  high: 'What was read answers it.',
  low: 'What was read may not answer it: what it refers to is looked at too.',
  'out-of-scope': 'What was read does not answer it: further files are looked at.',
} as const;

async function baseOf({ services, viewer, found }: Look) {
  const base = await usableBase(services, found);
  if (base === undefined) return undefined;
  return resolveSnapshot(services, viewer, { id: base.repositoryId, version: base.id });
}

interface ToldSearch {
  readonly step: LiveStep;
  readonly paths: readonly string[];
  readonly notes: readonly string[];
}

function tellSearch(told: Awaited<ReturnType<typeof searchLive>>): ToldSearch {
  if (told === undefined) {
    const detail = 'GitHub searches for those with a token, and the default branch alone.';
    return { step: liveStep('search', 'skipped', { detail }), paths: [], notes: [] };
  }
  const { paths, failed } = told;
  if (failed === undefined) {
    const detail = `GitHub finds its words in ${countedFiles(paths.length)}.`;
    return { step: liveStep('search', 'done', { detail }), paths, notes: [] };
  }
  const notes = [`GitHub did not search: ${failed}`];
  return { step: liveStep('search', 'skipped', { detail: failed }), paths: [], notes };
}

interface FirstRead {
  readonly first: LiveLook;
  readonly finding: Finding;
  readonly words: readonly string[];
}

/** Once: what the best spans refer to, and what comes next by its path. */
async function* further(
  look: Look,
  tree: LiveTree,
  { first, finding, words }: FirstRead,
): AsyncGenerator<LiveStep, LiveLook> {
  const { services, found, question } = look;
  const others = words.slice(wordsInSearch);
  const more = await searchLive(services, found, others);
  const there = await pathsOf(services, first.resolved.key);
  const left = tree.files.filter(({ path }) => !there.has(path));
  const names = namesReferredTo(textsOf(finding));
  const wanted = chooseLive(left, { question, found: more?.paths ?? [], names });
  if (wanted.length === 0) {
    yield liveStep('further', 'skipped', { detail: 'There is no other file to look at.' });
    return { ...first, notes: [] };
  }
  return yield* lookAt(look, { ids: ['further', 'index-further'], tree, wanted, base: first.resolved });
}

/** The spans that come nearest, and the heads of their files, which tell what is taken from where. */
function textsOf({ retrieved, spans }: Finding): readonly ReadText[] {
  const near = spans.slice(0, spansFollowed);
  const paths = new Set(near.map(({ path }) => path));
  const heads = retrieved.spans.filter(({ chunk }) => paths.has(chunk.path) && chunk.startLine === 1);
  return [
    ...near.map(({ text }) => ({ text, weight: 2 })),
    ...heads.slice(0, spansFollowed).map(({ chunk }) => ({ text: chunk.raw, weight: 1 })),
  ];
}

function filesOf({ ofFiles, files }: LiveTree): string {
  return ofFiles === undefined ? `over ${countedFiles(files.length)}` : countedFiles(ofFiles);
}
