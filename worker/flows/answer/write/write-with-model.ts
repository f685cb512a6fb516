/**
 * Streams an answer that a model writes from the evidence of a draft, and checks every claim. If the model finds no answer in the
 * evidence, the answer declines. If no model answers, or its text is interrupted, the composed draft follows with a note.
 */

import type { DeclinedBy } from '../../../answering/compose/decline.ts';
import { parseRefusal } from '../../../answering/prompt/parse-refusal.ts';
import { createMarkerReplacer } from '../../../answering/prompt/replace-marker.ts';
import { refusalMarker } from '../../../answering/prompt/write-prompt.ts';
import type { AnswerEvent } from '../../../core/answers/answer.ts';
import {
  composedHeading,
  formatModelName,
  type GenerationAttempt,
  type ModelName,
} from '../../../core/answers/generation.ts';
import type { AnyEvidence } from '../../../core/answers/evidence.ts';
import { AppError } from '../../../core/errors.ts';
import { runGeneration, type GenerationStep } from '../../models/run-generation.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { SearchedRequest } from '../answer-request.ts';
import { declineQuestion } from '../decline-question.ts';
import { buildPrompt } from './build-prompt.ts';
import { createClaimEmitter, type ClaimEmitter } from './claim-emitter.ts';
import { createModelText, withPauses } from './model-text.ts';
import {
  emitCards,
  emitSuggestions,
  selectCited,
  writeComposedText,
  type AnswerDraft,
} from './write-composed.ts';

type Finish = Extract<GenerationStep, { type: 'finish' }>;

interface WrittenText {
  readonly finish: Finish;
  /** The model stated that the evidence contains no answer. */
  readonly isDeclined: boolean;
  /** The model wrote at least one claim. */
  readonly hasText: boolean;
  /** Text was sent, perhaps only markup, so the composed text needs its own heading. */
  readonly isShown: boolean;
}

export async function* writeWithModel(
  services: Services,
  resolved: ResolvedSnapshot,
  { draft, request }: { readonly draft: AnswerDraft; readonly request: SearchedRequest },
): AsyncGenerator<AnswerEvent> {
  // The draft's generator can be read only once, and both the prompt and the fallback need it.
  const composed = { ...draft, rest: [...draft.rest] };
  const facts = 'facts' in draft ? draft.facts : undefined;
  const sentences = facts === undefined ? [] : [composed.first ?? '', ...composed.rest];
  const composerOnly = ('composerOnly' in draft ? draft.composerOnly : undefined) ?? new Set<string>();
  const evidence = new Map([...draft.evidence].filter(([id]) => !composerOnly.has(id)));
  const prompt = await buildPrompt(services, resolved, { evidence, sentences, request });
  const emitter = createClaimEmitter(services, resolved, {
    evidence: prompt.evidence,
    facts,
    reserved: draft.evidence.keys(),
    files: request.writer.files,
  });
  yield emitter.sources();
  yield* emitCards(draft);
  let model = '';
  const decline = (): AsyncIterable<AnswerEvent> =>
    declineByModel(services, resolved, { draft, request, by: { model, passages: prompt.evidence.size } });
  const { models, temperature, maxOutputTokens, key, signal } = request.writer;
  const steps = runGeneration(services, {
    models,
    request: { messages: prompt.messages, tools: [], schema: undefined, temperature, maxOutputTokens },
    key,
    signal,
    onCall: (called) => (model = called),
  });
  const written = yield* writeModelText(services, { steps, emitter, decline, evidence: prompt.evidence });
  const { finish, hasText, isShown, isDeclined } = written;
  const isComplete = isDeclined || (hasText && !finish.facts.isCutOff);
  if (!isComplete) {
    if (request.writer.needsModel === true) throw createComposedRefusal(finish.facts);
    if (prompt.isReduced || composerOnly.size > 0) {
      emitter.show(selectCited(composed).values());
      yield emitter.sources();
    }
    if (isShown) yield { type: 'text', delta: `\n\n### ${composedHeading}\n\n` };
    yield* writeComposedText(emitter, composed);
  }
  if (!isDeclined) yield* emitSuggestions(draft);
  const degraded = explainDegraded(finish, { models, maxOutputTokens, hasText: hasText || isDeclined });
  const generation = hasText || isDeclined ? finish.facts : { ...finish.facts, model: undefined };
  yield { type: 'generation', generation, degraded };
}

/** A question that is not counted must not get a composed answer: any text could pass for a model key. */
function createComposedRefusal({ attempts }: Finish['facts']): AppError {
  return new AppError(
    'limit_reached',
    `The model of your own key wrote no complete answer, and no question is left today for one that is composed from the index. ${attempts.at(-1)?.detail ?? ''}`.trim(),
    { details: { measure: 'questions', helps: ['wait', 'own_model_key'] } },
  );
}

/** Streams the model's text. Only its beginning is buffered, until it is clear whether the model declines. */
async function* writeModelText(
  services: Pick<Services, 'generation'>,
  {
    steps,
    emitter,
    decline,
    evidence,
  }: {
    readonly steps: AsyncIterable<GenerationStep>;
    readonly emitter: ClaimEmitter;
    readonly decline: () => AsyncIterable<AnswerEvent>;
    readonly evidence: ReadonlyMap<string, AnyEvidence>;
  },
): AsyncGenerator<AnswerEvent, WrittenText> {
  const text = createModelText(emitter);
  const marker = createMarkerReplacer();
  // An answer may quote the marker from evidence that contains it.
  const isQuotable = [...evidence.values()].some((item) => item.text.includes(refusalMarker));
  const add = (delta: string): AsyncIterable<AnswerEvent> => text.add(isQuotable ? delta : marker.add(delta));
  /** The beginning of the text, until it is clear whether the model declines. */
  let beginning: string | undefined = '';
  let isDeclined = false;
  let finish: Finish | undefined;
  const decide = async function* (delta: string, isComplete: boolean): AsyncGenerator<AnswerEvent> {
    const received: string = (beginning ?? '') + delta;
    const refusal = parseRefusal(received, { isWhole: isComplete, isIssued: (id) => evidence.has(id) });
    beginning = refusal === 'maybe' ? received : undefined;
    if (refusal === 'maybe') return;
    if (refusal === 'no') return yield* add(received);
    isDeclined = true;
    yield* decline();
    // Text after the refusal is shown too. Its claims are marked as lacking a source.
    if (refusal.rest !== '') yield* add(`\n\n${refusal.rest}`);
  };
  for await (const step of withPauses(steps, services.generation.pause, () => text.hasUncheckedClaim())) {
    if (step === 'pause') yield* text.checkPending();
    else if (step.type === 'finish') finish = step;
    else if (step.type === 'text-delta')
      yield* beginning === undefined ? add(step.text) : decide(step.text, false);
  }
  if (beginning !== undefined && beginning !== '') yield* decide('', true);
  yield* text.add(marker.end());
  yield* text.end();
  if (finish === undefined) throw new AppError('internal', 'The generation ended without a finish step.');
  return { finish, isDeclined, hasText: !isDeclined && emitter.count() > 0, isShown: text.isShown() };
}

/** States what was searched and which model found no answer. */
async function* declineByModel(
  services: Services,
  resolved: ResolvedSnapshot,
  {
    draft,
    request,
    by,
  }: { readonly draft: AnswerDraft; readonly request: SearchedRequest; readonly by: DeclinedBy },
): AsyncGenerator<AnswerEvent> {
  const finding = await request.search.find(request.followUp.text);
  yield* declineQuestion(services, resolved, { finding, empty: draft.empty, by });
}

/**
 * Explains why the requested model did not write the answer, or not all of it.
 * @returns undefined if nothing went wrong
 */
export function explainDegraded(
  { facts, reason }: Extract<GenerationStep, { type: 'finish' }>,
  request: {
    readonly models: readonly ModelName[];
    readonly maxOutputTokens: number;
    /** Some of the model's text was emitted. */
    readonly hasText: boolean;
  },
): string | undefined {
  const { model, attempts, isCutOff } = facts;
  const last = attempts.at(-1);
  if (model === undefined || !request.hasText) {
    const cause =
      last === undefined
        ? ''
        : `: ${model === undefined ? '' : 'it wrote no readable text. '}${describeAttempt(last)}`;
    return `No model wrote this answer${withPeriod(cause)} It was composed from the index.`;
  }
  if (isCutOff)
    return `${model} was interrupted${withPeriod(last === undefined ? '' : `: ${attemptDetail(last)}`)} The text after its last words was composed from the index.`;
  const first = request.models[0];
  const failed = first === undefined || formatModelName(first) === model ? undefined : attempts[0];
  const replacementNotes =
    failed === undefined
      ? []
      : [`${model} wrote it instead of ${failed.model}${withPeriod(`: ${attemptDetail(failed)}`)}`];
  const lengthNotes =
    reason === 'length' ? [`It ends at the limit of ${request.maxOutputTokens} tokens.`] : [];
  const sentences = [...replacementNotes, ...lengthNotes];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** Names the model exactly once. */
function describeAttempt(attempt: GenerationAttempt): string {
  return `${attempt.model}: ${attemptDetail(attempt)}`;
}

/** Describes the outcome of a call, for a sentence that has named the model already. */
function attemptDetail({ model, detail }: GenerationAttempt): string {
  if (detail.startsWith(`${model}: `)) return detail.slice(model.length + 2);
  return detail.startsWith(`${model} `) ? `it${detail.slice(model.length)}` : detail;
}

function withPeriod(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
