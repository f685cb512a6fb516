/**
 * A question for a reason, an author or a time, answered from the history of the lines it is about: the code as it is now apart from the
 * commits it has been through, each tied to its record. Where nothing of it is known the question is answered from the code alone.
 */

import type { AnyEvidence } from '../core/evidence.ts';
import type { Confidence } from '../core/question.ts';
import type { HistoryAspect } from '../retrieval/history/read-history-question.ts';
import { draftAnswer } from './draft-answer.ts';
import { draftHistory, type CodeBeside, type HistoryDraft } from './draft-history.ts';
import { findHistory, type HistoryFinding, type RankedCommit } from './find-history.ts';
import { historyKeyOf } from './browse/read-history.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { AnswerSearch } from './search-for-answer.ts';
import type { Services } from './services.ts';

/** Commits told, and how far below the best they may be: of who brought something there is one, of why there may be several. */
const mostTold = {
  introduced: [1, 0.8],
  last: [2, 0.5],
  why: [4, 0.45],
  which: [3, 0.6],
} as const satisfies Record<HistoryAspect, readonly [number, number]>;
/** Share of a question's words that a message must hold to answer what the code holds nothing of. */
export const heldEnough = 0.6;
const codeSentences = 2;
/** Of those who wrote a file. */
const writersTold = 3;

/** @returns `unknown` where no history of the version is known; undefined where what is known does not answer */
export async function answerFromHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  { text, find }: { readonly text: string } & Pick<AnswerSearch, 'find'>,
): Promise<HistoryDraft | 'unknown' | undefined> {
  const state = await services.historyStore.state(historyKeyOf(resolved));
  if (state.commits === 0) return 'unknown';
  const found = await findHistory(services, resolved, { question: text, find }, state);
  const confidence = confidenceOf(found);
  if (found.commits.length === 0 || confidence === 'out-of-scope') return undefined;
  const code = await codeOf(services, resolved, found);
  return draftHistory(services, resolved, { found, chosen: chosenOf(found), code, confidence, text });
}

/** What the code says of it; nothing where the question points at lines, which are shown beside their commits. */
async function codeOf(
  services: Services,
  resolved: ResolvedSnapshot,
  { finding, asked }: HistoryFinding,
): Promise<CodeBeside> {
  const nothing = { evidence: new Map<string, AnyEvidence>(), sentences: [], most: 0 };
  if (finding === undefined || asked?.lines !== undefined || finding.judgement.confidence === 'out-of-scope')
    return nothing;
  const draft = await draftAnswer(services, resolved, { finding, count: 2 });
  if (draft.first === undefined) return nothing;
  return { evidence: draft.evidence, sentences: withFirst(draft.first, draft.rest), most: codeSentences };
}

export function* withFirst(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}

/** What brought the oldest of the lines, then of each who has many of them the commit with the most. */
function byWriters({ commits, writers }: HistoryFinding): readonly RankedCommit[] {
  const brought = commits.filter(({ shares }) => (shares?.introduced ?? 0) > 0);
  const first = brought.toSorted((a, b) => a.commit.committedAt - b.commit.committedAt).slice(0, 1);
  const most = (writers?.writers ?? []).slice(0, writersTold).flatMap(({ author }) =>
    commits
      .filter(({ commit, shares }) => commit.author === author && (shares?.last ?? 0) > 0)
      .toSorted((a, b) => (b.shares?.last ?? 0) - (a.shares?.last ?? 0))
      .slice(0, 1),
  );
  return [
    ...first.map((one): RankedCommit => ({ ...one, reason: 'introduced' })),
    ...most
      .filter(({ commit }) => commit.id !== first[0]?.commit.id)
      .map((one): RankedCommit => ({ ...one, reason: 'last-changed' })),
  ];
}

function chosenOf(found: HistoryFinding): readonly RankedCommit[] {
  if (found.writers !== undefined) return byWriters(found);
  const { commits, asked } = found;
  const best = commits[0]?.score ?? 0;
  const [most, least] = mostTold[asked?.aspect ?? 'why'];
  return commits.filter(({ score }) => score > 0 && score >= best * least).slice(0, most);
}

/** What the question points at or names is known for sure; what only a message speaks of is not. */
function confidenceOf({ asked, finding, commits, held, spans, writers }: HistoryFinding): Confidence {
  const [best] = commits;
  if (best === undefined) return 'out-of-scope';
  if (best.isNamed || writers !== undefined || (asked?.lines !== undefined && spans.length > 0))
    return 'high';
  const ofCode = finding?.judgement.confidence ?? 'low';
  if (ofCode !== 'out-of-scope') return best.shares === undefined && held < heldEnough ? 'low' : ofCode;
  return held >= heldEnough ? 'low' : 'out-of-scope';
}
