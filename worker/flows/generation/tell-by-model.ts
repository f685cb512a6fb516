/**
 * A draft told by a model: what it rests on, its cards, then the model's text as it comes, every claim of it checked. Where the model
 * finds no answer in the evidence it is declined like any other question; where no model gives one, or one breaks off, the draft is told
 * as the embedded answerer composes it, and the reader is told so.
 */

import type { DeclinedBy } from '../../answering/decline.ts';
import { readRefusal } from '../../answering/model/read-refusal.ts';
import type { AnswerEvent } from '../../core/answer.ts';
import { AppError } from '../../core/errors.ts';
import { composedHeading } from '../../core/generation.ts';
import { createClaimTeller, type ClaimTeller } from '../claim-teller.ts';
import { declineQuestion } from '../decline-question.ts';
import type { SearchedQuestion } from '../prepare-answer.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';
import { cardsOf, suggestionsOf, tellComposed, type ToldDraft } from '../tell-draft.ts';
import { degradedOf } from './degraded-of.ts';
import { promptFor } from './prompt-for.ts';
import { runGeneration, type GenerationStep } from './run-generation.ts';
import { createModelText } from './tell-model-text.ts';
import { withStills } from './with-stills.ts';

type Finish = Extract<GenerationStep, { type: 'finish' }>;

interface Told {
  readonly finish: Finish;
  /** The model said that the evidence holds no answer. */
  readonly isRefusal: boolean;
  /** It said something that a reader can read. */
  readonly isText: boolean;
  /** What follows it needs a heading of its own: marks alone are shown too, and say nothing. */
  readonly isShown: boolean;
}

export async function* tellByModel(
  services: Services,
  resolved: ResolvedSnapshot,
  { draft, asked }: { readonly draft: ToldDraft; readonly asked: SearchedQuestion },
): AsyncGenerator<AnswerEvent> {
  // Read once: it is told to the model, and told to the reader where the model fails.
  const composed = { first: draft.first, rest: [...draft.rest] };
  const facts = 'facts' in draft ? draft.facts : undefined;
  const sentences = facts === undefined ? [] : [composed.first ?? '', ...composed.rest];
  const prompt = await promptFor(services, resolved, { evidence: draft.evidence, sentences, asked });
  const teller = createClaimTeller(services, resolved, {
    evidence: prompt.evidence,
    facts,
    reserved: draft.evidence.keys(),
    files: asked.writer.files,
  });
  yield teller.sources();
  yield* cardsOf(draft);
  let model = '';
  const decline = (): AsyncIterable<AnswerEvent> =>
    declined(services, resolved, { draft, asked, by: { model, passages: prompt.evidence.size } });
  const { models, temperature, maxOutputTokens, key, signal } = asked.writer;
  const { messages } = prompt;
  const request = { messages, tools: [], schema: undefined, temperature, maxOutputTokens };
  const steps = runGeneration(services, {
    models,
    request,
    key,
    signal,
    onAsking: (asking) => (model = asking),
  });
  const told = yield* tellSteps(services, { steps, teller, decline });
  const { finish, isText, isShown, isRefusal } = told;
  const isWhole = isRefusal || (isText && !finish.facts.isCutOff);
  if (!isWhole) {
    if (prompt.isLess) {
      teller.show(draft.evidence.values());
      yield teller.sources();
    }
    if (isShown) yield { type: 'text', delta: `\n\n### ${composedHeading}\n\n` };
    yield* tellComposed(teller, composed);
  }
  if (!isRefusal) yield* suggestionsOf(draft);
  const degraded = degradedOf(finish, { models, maxOutputTokens, isText: isText || isRefusal });
  const generation = isText || isRefusal ? finish.facts : { ...finish.facts, model: undefined };
  yield { type: 'generation', generation, degraded };
}

/** The model's text, held back only while its first word may say that there is no answer. */
async function* tellSteps(
  services: Pick<Services, 'generation'>,
  {
    steps,
    teller,
    decline,
  }: {
    readonly steps: AsyncIterable<GenerationStep>;
    readonly teller: ClaimTeller;
    readonly decline: () => AsyncIterable<AnswerEvent>;
  },
): AsyncGenerator<AnswerEvent, Told> {
  const text = createModelText(teller);
  /** The beginning, until it is known for an answer or a refusal. */
  let begun: string | undefined = '';
  let isRefusal = false;
  let finish: Finish | undefined;
  const begin = async function* (delta: string, isWhole: boolean): AsyncGenerator<AnswerEvent> {
    const whole: string = (begun ?? '') + delta;
    const refusal = readRefusal(whole, isWhole);
    begun = refusal === 'maybe' ? whole : undefined;
    if (refusal === 'maybe') return;
    if (refusal === 'no') return yield* text.add(whole);
    isRefusal = true;
    yield* decline();
    // It is told what else it says, marked as what it is: nothing of it has a source.
    if (refusal.rest !== '') yield* text.add(`\n\n${refusal.rest}`);
  };
  for await (const step of withStills(steps, services.generation.pause, () => text.hasStanding())) {
    if (step === 'still') yield* text.still();
    else if (step.type === 'finish') finish = step;
    else if (step.type === 'text-delta')
      yield* begun === undefined ? text.add(step.text) : begin(step.text, false);
  }
  if (begun !== undefined && begun !== '') yield* begin('', true);
  yield* text.end();
  if (finish === undefined) throw new AppError('internal', 'A generation ended without its end.');
  return { finish, isRefusal, isText: !isRefusal && teller.count() > 0, isShown: text.isShown() };
}

/** What was searched, as where the index alone holds no answer, behind who found none. */
async function* declined(
  services: Services,
  resolved: ResolvedSnapshot,
  {
    draft,
    asked,
    by,
  }: { readonly draft: ToldDraft; readonly asked: SearchedQuestion; readonly by: DeclinedBy },
): AsyncGenerator<AnswerEvent> {
  const finding = await asked.search.find(asked.followUp.text);
  yield* declineQuestion(services, resolved, { finding, empty: draft.empty, by });
}
