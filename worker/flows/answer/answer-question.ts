/**
 * Answers a question as a stream of events: search, choose how to answer, write, check, sign. Every writer's text passes through the
 * same claim checks, and the stream ends with a signed receipt.
 */

import type {
  AnswerEvent,
  AnswerVerdict,
  QuestionReading,
  QuestionVersion,
} from '../../core/answers/answer.ts';
import { findLanguageName, isEnglish } from '../../core/answers/answer-style.ts';
import type { AnswerTimings } from '../../core/answers/claim.ts';
import { appendVersion } from '../../retrieval/versions/version-names.ts';
import { liveNote } from '../live/live-facts.ts';
import { embeddedAnswerer } from '../models/choose-models.ts';
import type { Writer } from '../models/generation.ts';
import { addHelpCosts } from '../models/model-help.ts';
import { withDamageTracking, damageNotes, snapshotDamageNotes } from '../search/damage-notes.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { addFollowUps } from './add-follow-ups.ts';
import type { AnswerRequest, PreparedAnswer } from './answer-request.ts';
import { createAnswerSearch } from './answer-search.ts';
import { coverageLine } from './coverage-line.ts';
import { issueReceipt, openTranscript, recordEvent } from './evidence/issue-receipt.ts';
import { prepareAnswer } from './prepare-answer.ts';
import { addJudgments } from './write/add-judgments.ts';

export async function* answerQuestion(
  services: Services,
  snapshot: ResolvedSnapshot,
  request: AnswerRequest,
): AsyncGenerator<AnswerEvent> {
  const damaged = new Set<string>();
  const resolved = withDamageTracking(snapshot, damaged);
  const elapsedMs = (): number => services.clock.now() - request.startedAt;

  const search = createAnswerSearch(services, resolved, request);
  const prepared = await prepareAnswer(services, resolved, { ...request, search });
  const { reading, isIncomplete } = await describeReading(services, resolved, { request, prepared, damaged });
  yield { type: 'question', reading, isLesser: isIncomplete };

  let firstPartMs = 0;
  const transcript = openTranscript();
  const progress: Progress = { answerer: embeddedAnswerer, isDeclined: reading.refused };
  const asked = [request.question, ...(request.earlier ?? []), request.followUp.text];
  const parts = addFollowUps(services, resolved, { parts: prepared.parts, asked });
  const counted = addHelpCosts(parts, search.help);
  const withJudgments = addJudgments(services, counted, { question: reading.text, writer: request.writer });
  for await (const event of withJudgments) {
    if (firstPartMs === 0 && (event.type === 'text' || event.type === 'claim')) firstPartMs = elapsedMs();
    updateProgress(progress, event);
    recordEvent(transcript, event);
    yield event;
  }

  yield { type: 'coverage', coverage: coverageLine(resolved) };
  const { retrieveMs, subjects } = prepared;
  const verdict = toVerdict(reading, progress);
  const timings = (): AnswerTimings => ({ retrieveMs, firstPartMs, totalMs: elapsedMs() });
  const receipt = await issueReceipt(services, resolved, {
    transcript,
    reading,
    verdict,
    timings: timings(),
  });
  yield { type: 'receipt', receipt };
  yield { type: 'end', verdict, timings: timings(), subjects };
}

interface ReadingInput {
  readonly request: AnswerRequest;
  readonly prepared: PreparedAnswer;
  /** Paths of damaged files that the search skipped. */
  readonly damaged: ReadonlySet<string>;
}

/** Describes how the question was read, with notes on live and damaged content. */
async function describeReading(
  services: Services,
  resolved: ResolvedSnapshot,
  { request, prepared, damaged }: ReadingInput,
): Promise<{ readonly reading: QuestionReading; readonly isIncomplete: boolean }> {
  const live = liveNote(resolved);
  const damage = [
    ...damageNotes(resolved, damaged),
    ...(dependsOnDefinitions(prepared) ? await snapshotDamageNotes(services, resolved) : []),
  ];
  const notes = [
    ...(live === undefined ? [] : [live]),
    ...prepared.notes,
    ...languageNotes(request.writer),
    ...damage,
  ];
  return {
    reading: toReading(request, { ...prepared, notes }),
    isIncomplete: live !== undefined || prepared.isIncomplete === true || damage.length > 0,
  };
}

/** The composer has sentences in English only. */
function languageNotes({ models, language }: Writer): readonly string[] {
  if (models.length > 0 || language === undefined || isEnglish(language)) return [];
  const name = findLanguageName(language) ?? language;
  return [`Answers without a model are in English only. Choose a model for an answer in ${name}.`];
}

/** Whether a missing definition may have made the answer worse. */
function dependsOnDefinitions({ class: questionClass, confidence }: PreparedAnswer): boolean {
  return questionClass === 'lookup' || confidence !== 'high';
}

/** What the stream has shown so far: who writes the answer, and whether it declines. */
interface Progress {
  answerer: string;
  degraded?: string;
  isDeclined: boolean;
}

function updateProgress(progress: Progress, event: AnswerEvent): void {
  if (event.type === 'declined') progress.isDeclined = true;
  if (event.type !== 'generation') return;
  progress.answerer = event.generation.model ?? embeddedAnswerer;
  if (event.degraded !== undefined) progress.degraded = event.degraded;
}

/** A model may decline after it reads the evidence. The verdict is then `out-of-scope` too. */
function toVerdict(reading: QuestionReading, { answerer, degraded, isDeclined }: Progress): AnswerVerdict {
  const isDeclinedByModel = isDeclined && !reading.refused;
  return {
    class: isDeclinedByModel ? 'out-of-scope' : reading.class,
    confidence: isDeclinedByModel ? 'out-of-scope' : reading.confidence,
    refused: isDeclined,
    answerer,
    ...(degraded === undefined ? {} : { degraded }),
  };
}

function toReading(
  request: AnswerRequest,
  { class: questionClass, confidence, readAs, subQueries, notes }: PreparedAnswer,
): QuestionReading {
  const { question, followUp, version, since } = request;
  return {
    class: questionClass,
    asked: question,
    text: answeredText(request, readAs),
    carried: followUp.carried,
    ...(subQueries.length === 0 ? {} : { subQueries }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(version === undefined ? {} : { version: toQuestionVersion(version, since) }),
    confidence,
    refused: confidence === 'out-of-scope',
  };
}

/** Includes the words that name a version, which the text of the search omits. */
function answeredText({ followUp, version, since }: AnswerRequest, readAs: string | undefined): string {
  if (readAs === undefined) return followUp.displayText ?? followUp.text;
  const ref = since === undefined ? version?.snapshot.ref : undefined;
  return ref === undefined ? readAs : appendVersion(readAs, ref);
}

function toQuestionVersion(version: ResolvedSnapshot, since: ResolvedSnapshot | undefined): QuestionVersion {
  return { ...toNamedVersion(version), ...(since === undefined ? {} : { since: toNamedVersion(since) }) };
}

function toNamedVersion({ snapshot: { ref, id, commit } }: ResolvedSnapshot): Omit<QuestionVersion, 'since'> {
  return { ref: ref ?? null, snapshotId: id, commit };
}
