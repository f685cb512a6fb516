/**
 * A question to an answer, event by event: retrieve → plan → read → compose → check. The text of any answerer goes through
 * the same reader and checks, no claim leaves unchecked, and what was told is signed for before its end.
 */

import type {
  AnswerEvent,
  AnswerTimings,
  AnswerVerdict,
  QuestionReading,
  ReadVersion,
} from '../core/answer.ts';
import { askedOfVersion } from '../retrieval/versions/asked-of-version.ts';
import { collectingDamage, damageNotes, symbolDamageNotes } from './search/damage-notes.ts';
import { coverageLine } from './coverage-line.ts';
import { embedded } from './generation/choose-models.ts';
import { issueReceipt, noteEvent, openTranscript } from './issue-receipt.ts';
import { liveNote } from './live/live-facts.ts';
import { prepareAnswer, type AskedQuestion, type PreparedAnswer } from './prepare-answer.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

export async function* answerQuestion(
  services: Services,
  asIndexed: ResolvedSnapshot,
  asked: AskedQuestion,
): AsyncGenerator<AnswerEvent> {
  const damaged = new Set<string>();
  const resolved = collectingDamage(asIndexed, damaged);
  const sinceAsked = (): number => services.clock.now() - asked.startedAt;
  const prepared = await prepareAnswer(services, resolved, asked);
  const live = liveNote(resolved);
  const damage = [
    ...damageNotes(resolved, damaged),
    ...(readsDefinitions(prepared) ? await symbolDamageNotes(services, resolved, { found: [] }) : []),
  ];
  const notes = [...(live === undefined ? [] : [live]), ...prepared.notes, ...damage];
  const reading = readingOf(asked, { ...prepared, notes });
  const isLesser = live !== undefined || prepared.isLesser === true || damage.length > 0;
  yield { type: 'question', reading, isLesser };

  let firstPartMs = 0;
  const transcript = openTranscript();
  const told: Told = { answerer: embedded, isDeclined: reading.refused };
  for await (const event of prepared.parts) {
    if (firstPartMs === 0 && (event.type === 'text' || event.type === 'claim')) firstPartMs = sinceAsked();
    note(told, event);
    noteEvent(transcript, event);
    yield event;
  }
  yield { type: 'coverage', coverage: coverageLine(resolved) };
  const { retrieveMs, subjects } = prepared;
  const verdict = verdictOf(reading, told);
  const timings = (): AnswerTimings => ({ retrieveMs, firstPartMs, totalMs: sinceAsked() });
  const receipt = await issueReceipt(services, resolved, {
    transcript,
    reading,
    verdict,
    timings: timings(),
  });
  yield { type: 'receipt', receipt };
  yield { type: 'end', verdict, timings: timings(), subjects };
}

/** Whether a missing definition may be why the answer is not better. */
function readsDefinitions({ class: questionClass, confidence }: PreparedAnswer): boolean {
  return questionClass === 'lookup' || confidence !== 'high';
}

/** What an answer turned out to be while it was told. */
interface Told {
  answerer: string;
  degraded?: string;
  isDeclined: boolean;
}

function note(told: Told, event: AnswerEvent): void {
  if (event.type === 'declined') told.isDeclined = true;
  if (event.type !== 'generation') return;
  told.answerer = event.generation.model ?? embedded;
  if (event.degraded !== undefined) told.degraded = event.degraded;
}

/** A model that has the evidence before it may find that it holds no answer: that is a refusal like any other. */
function verdictOf(reading: QuestionReading, { answerer, degraded, isDeclined }: Told): AnswerVerdict {
  const isLate = isDeclined && !reading.refused;
  return {
    class: isLate ? 'out-of-scope' : reading.class,
    confidence: isLate ? 'out-of-scope' : reading.confidence,
    refused: isDeclined,
    answerer,
    ...(degraded === undefined ? {} : { degraded }),
  };
}

function readingOf(
  asked: AskedQuestion,
  { class: questionClass, confidence, readAs, subQueries, notes }: PreparedAnswer,
): QuestionReading {
  const { question, followUp, version, since } = asked;
  return {
    class: questionClass,
    asked: question,
    text: textTold(asked, readAs),
    carried: followUp.carried,
    ...(subQueries.length === 0 ? {} : { subQueries }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(version === undefined ? {} : { version: readVersion(version, since) }),
    confidence,
    refused: confidence === 'out-of-scope',
  };
}

/** With the words that name a version, which are no words to search by. */
function textTold({ followUp, version, since }: AskedQuestion, readAs: string | undefined): string {
  if (readAs === undefined) return followUp.told ?? followUp.text;
  const ref = since === undefined ? version?.snapshot.ref : undefined;
  return ref === undefined ? readAs : askedOfVersion(readAs, ref);
}

function readVersion(version: ResolvedSnapshot, since: ResolvedSnapshot | undefined): ReadVersion {
  return { ...namedVersion(version), ...(since === undefined ? {} : { since: namedVersion(since) }) };
}

function namedVersion({ snapshot: { ref, id, commit } }: ResolvedSnapshot): Omit<ReadVersion, 'since'> {
  return { ref: ref ?? null, snapshotId: id, commit };
}
