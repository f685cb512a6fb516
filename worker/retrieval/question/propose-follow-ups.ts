/** Proposes questions about the definitions that an answer cites. Pure. The caller states what the index knows of each definition. */

import type { SymbolKind } from '../../core/code/symbol.ts';
import { readGraphQuestion } from '../graph-question/read-graph-question.ts';
import { readHistoryQuestion } from '../history/read-history-question.ts';

export interface CitedDefinition {
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  readonly path: string;
  readonly lines: number;
  /** Another definition has the same qualified name. */
  readonly isShared: boolean;
  readonly hasCallers: boolean;
  /** The commit that changed its lines last is known. */
  readonly hasHistory: boolean;
}

export const maxFollowUps = 3;
/** Minimum lines of a definition whose work is worth a question. */
const minLines = 4;
const maxQuestionLength = 110;
const callable: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'component', 'macro']);
const explainable: ReadonlySet<SymbolKind> = new Set([...callable, 'class', 'struct', 'trait', 'interface']);

interface QuestionForm {
  readonly fits: (definition: CitedDefinition) => boolean;
  readonly format: (name: string) => string;
  /** The question asks the same of something else, so that the form would repeat it. */
  readonly repeats: (question: string) => boolean;
}

/** In the order in which they are proposed. */
const forms: readonly QuestionForm[] = [
  {
    fits: ({ kind, hasCallers }) => callable.has(kind) && hasCallers,
    format: (name) => `What calls ${name}?`,
    repeats: (question) => readGraphQuestion(question)?.relation === 'callers',
  },
  {
    fits: ({ kind, lines }) => explainable.has(kind) && lines >= minLines,
    format: (name) => `How does ${name} work?`,
    repeats: () => false,
  },
  {
    fits: ({ hasHistory }) => hasHistory,
    format: (name) => `Why was ${name} changed last?`,
    repeats: (question) => readHistoryQuestion(question).asksForHistory,
  },
];

/**
 * @param definitions in order of citation
 * @param asked the question and the earlier ones of the conversation
 */
export function proposeFollowUps(
  definitions: readonly CitedDefinition[],
  asked: readonly string[],
): readonly string[] {
  const isAsked = ({ name }: CitedDefinition): boolean => asked.some((text) => containsName(text, name));
  const unused = definitions.filter((definition) => !isAsked(definition));
  const questions: string[] = [];
  const propose = (form: QuestionForm): void => {
    if (questions.length === maxFollowUps) return;
    const index = unused.findIndex(
      (definition) => form.fits(definition) && form.format(nameOf(definition)).length <= maxQuestionLength,
    );
    const [definition] = index < 0 ? [] : unused.splice(index, 1);
    if (definition !== undefined) questions.push(form.format(nameOf(definition)));
  };
  // Each form once, then further ones as definitions remain.
  const fresh = forms.filter((form) => !asked.some(form.repeats));
  for (let round = 0; round < maxFollowUps; round += 1) for (const form of fresh) propose(form);
  return questions;
}

function nameOf({ qualifiedName, path, isShared }: CitedDefinition): string {
  return isShared ? `\`${qualifiedName}\` in \`${path}\`` : `\`${qualifiedName}\``;
}

function containsName(text: string, name: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_$]+/u)
    .includes(name.toLowerCase());
}
