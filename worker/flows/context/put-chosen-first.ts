/** Orders definitions by a model's choice: the chosen ones, then the others in their order. Without a choice, the order stays. */

import type { Question } from '../../core/answers/question.ts';
import type { PackedSpan } from '../../retrieval/context/pack-definitions.ts';
import type { ListedDefinitions } from '../../retrieval/context/list-definitions-for-choice.ts';
import type { ReadableDefinition } from '../../retrieval/context/readable-definition.ts';
import { overlaps } from '../../retrieval/definitions/definition.ts';
import { chooseDefinitions, type DefinitionChoice } from '../models/choose-definitions.ts';
import type { ModelHelp } from '../models/model-help.ts';
import { uniqueByPosition } from './list-choices.ts';

interface ChosenOrder {
  readonly choice: DefinitionChoice;
  /** `definitions` itself if nothing was chosen. */
  readonly definitions: readonly ReadableDefinition[];
}

/**
 * @param definitions best first
 * @param choices what the model can choose from; it may contain further definitions
 * @throws AppError `answer_stopped`
 */
export async function putChosenFirst(
  help: ModelHelp,
  question: Question,
  {
    definitions,
    choices,
  }: { readonly definitions: readonly ReadableDefinition[]; readonly choices: ListedDefinitions },
): Promise<ChosenOrder> {
  const choice = await chooseDefinitions(help, question, choices);
  if (choice.note !== undefined) logRanked(choice.note);
  if (choice.chosen.length === 0) return { choice, definitions };
  const ordered = uniqueByPosition([...choice.chosen, ...definitions]);
  // Scores are assigned by position, so that they still decrease.
  const scores = definitions.map(({ score }) => score).toSorted((a, b) => b - a);
  return {
    choice,
    definitions: ordered.map((definition, index) => ({
      ...definition,
      score: scores[Math.min(index, scores.length - 1)] ?? 0,
    })),
  };
}

function logRanked(reason: string): void {
  // oxlint-disable-next-line no-console -- the platform's structured log is what the console writes
  console.warn(JSON.stringify({ event: 'no model chose definitions', reason }));
}

/** Whether the spans show something of every definition, so that another order would add nothing. */
export function showsAll(spans: readonly PackedSpan[], definitions: readonly ReadableDefinition[]): boolean {
  return definitions.every((definition) => spans.some((span) => overlaps(span, definition)));
}

/** Whether the span shows this definition, and not only one that it contains or that contains it. */
export function showsDefinition(span: PackedSpan, definition: ReadableDefinition): boolean {
  const { symbol } = definition;
  return overlaps(span, definition) && (symbol === undefined || span.symbols.includes(symbol));
}
