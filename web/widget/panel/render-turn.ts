/** Renders a question with its answer, its sources, and what can be done with it. */

import type { AnswerState } from '../../src/lib/features/ask/answer/reduce-answer.ts';
import { citedIds, isDeclined } from '../../src/lib/features/ask/answer/reduce-answer.ts';
import { layOutAnswer, type AnswerPart } from '../../src/lib/features/ask/answer/lay-out-answer.ts';
import { answerWarning, isModelWritten } from '../../src/lib/features/ask/answer/summarize-answer.ts';
import { formatCountOf } from '../../src/lib/format.ts';
import { createButton, createElement, createIcon } from '../shared/element.ts';
import { describeCitation } from './describe-citation.ts';
import { renderBlock, renderTable, type ProseContext } from './render-prose.ts';
import { createPiece, type Piece } from './update-pieces.ts';
import type { Rating, WidgetTurn } from './widget-turn.ts';

const icons = {
  up: 'M7 11v9H3v-9zm0 0 5-8c2 0 2.5 2 2 4l-.6 3H20l-2 10H7',
  down: 'M17 13V4h4v9zm0 0-5 8c-2 0-2.5-2-2-4l.6-3H4l2-10h11',
} as const satisfies Record<Rating, string>;
const ratingLabels = { up: 'Helpful', down: 'Not helpful' } as const satisfies Record<Rating, string>;
const shownRows = 10;
const shownSources = 5;
export const declinedText = 'The documentation does not answer this question.';

interface TurnActions {
  readonly server: string;
  /** Undefined while an answer is running. */
  readonly ask: ((question: string) => void) | undefined;
  readonly rate: (rating: Rating) => void;
}

export function listPieces(turn: WidgetTurn, actions: TurnActions): readonly Piece[] {
  const { answer, phase } = turn;
  const context: ProseContext = {
    claims: answer.claims,
    evidence: answer.evidence,
    isModelWritten: isModelWritten(answer),
    server: actions.server,
  };
  const parts = layOutAnswer(answer, { isRunning: phase === 'running' });
  const warning = phase === 'done' ? answerWarning(answer) : undefined;
  return [
    ...(isDeclined(answer)
      ? [createPiece('declined', answer.searchedFacts, () => renderDeclined(answer))]
      : []),
    ...(warning === undefined
      ? []
      : [createPiece('warning', warning, () => createElement('p', { class: 'warning' }, warning))]),
    ...parts.map((part) => createPiece('part', [part, statesOf(answer)], () => renderPart(part, context))),
    ...(phase === 'running' ? [] : listEnd(turn, actions)),
  ];
}

/** The marks of a block depend on the states of its claims. */
function statesOf({ claims, evidence }: AnswerState): unknown {
  return [
    claims
      .filter(({ state }) => /^(?:partial|unsupported|uncited)$/.test(state))
      .map(({ id, state }) => [id, state]),
    evidence.length,
  ];
}

function listEnd(turn: WidgetTurn, { server, ask, rate }: TurnActions): readonly Piece[] {
  const { answer, phase, rating } = turn;
  const hasAnswer = phase === 'done';
  const { suggestions } = answer;
  return [
    ...(phase === 'stopped' ? [createPiece('stopped', '', renderStopped)] : []),
    ...(citedIds(answer.claims).size === 0
      ? []
      : [createPiece('sources', answer.claims.length, () => renderSources(answer, server))]),
    ...(hasAnswer && suggestions.length > 0 && ask !== undefined
      ? [createPiece('suggestions', suggestions, () => renderQuestions(suggestions, ask))]
      : []),
    ...(hasAnswer ? [createPiece('rating', rating ?? '', () => renderRating(rating, rate))] : []),
  ];
}

function renderStopped(): HTMLElement {
  return createElement('p', { class: 'soft' }, 'The answer was stopped.');
}

function renderPart(part: AnswerPart, context: ProseContext): HTMLElement {
  if (part.kind === 'block') return renderBlock(part.block, context);
  if (part.kind === 'folded')
    return createElement(
      'details',
      {},
      createElement('summary', {}, part.title),
      ...part.parts.map((inner) => renderPart(inner, context)),
    );
  const { card } = part;
  if (card.type !== 'table') return createElement('p', { class: 'soft' }, `${card.title} (${card.total})`);
  const rows = card.rows.slice(0, shownRows).map(({ cells }) => cells.map((cell) => [cell]));
  const more = card.total - rows.length;
  return createElement(
    'div',
    {},
    renderTable([card.columns.map((column) => [column]), ...rows]),
    more > 0 ? createElement('p', { class: 'soft' }, `And ${more} more.`) : undefined,
  );
}

function renderDeclined({ searchedFacts }: AnswerState): HTMLElement {
  const missing = searchedFacts?.missing ?? [];
  const words = missing.flatMap((word, index) => [index === 0 ? '' : ', ', createElement('code', {}, word)]);
  return createElement(
    'div',
    { part: 'declined', class: 'declined' },
    createElement('p', {}, createElement('strong', {}, declinedText)),
    missing.length === 0 ? undefined : createElement('p', {}, 'It does not contain: ', ...words),
  );
}

function renderSources(answer: AnswerState, server: string): HTMLElement {
  const cited = citedIds(answer.claims);
  const items = answer.evidence.flatMap((evidence, index) => {
    if (!cited.has(evidence.id)) return [];
    const { address, name } = describeCitation(evidence, server);
    const link = { href: address, target: '_blank', rel: 'noopener', part: 'source' };
    const label = `${index + 1}. ${name}`;
    return [createElement('li', {}, address === undefined ? label : createElement('a', link, label))];
  });
  return createElement(
    'nav',
    { class: 'sources', 'aria-label': 'Sources' },
    createElement('h4', {}, 'Sources'),
    createElement('ul', {}, ...items.slice(0, shownSources)),
    items.length <= shownSources ? undefined : renderMoreSources(items.slice(shownSources)),
  );
}

function renderMoreSources(items: readonly HTMLElement[]): HTMLElement {
  const summary = createElement('summary', {}, formatCountOf(items.length, 'more source'));
  return createElement('details', {}, summary, createElement('ul', {}, ...items));
}

export function renderQuestions(questions: readonly string[], ask: (question: string) => void): HTMLElement {
  return createElement(
    'ul',
    { class: 'questions', 'aria-label': 'Suggested questions' },
    ...questions.map((question) =>
      createElement(
        'li',
        {},
        createButton({ part: 'suggestion', class: 'suggestion' }, question.replaceAll('`', ''), () =>
          ask(question),
        ),
      ),
    ),
  );
}

function renderRating(current: Rating | undefined, rate: (rating: Rating) => void): HTMLElement {
  const buttons = (['up', 'down'] as const).map((rating) =>
    createButton(
      {
        class: 'icon',
        part: 'rating',
        'aria-label': ratingLabels[rating],
        title: ratingLabels[rating],
        'aria-pressed': String(current === rating),
      },
      createIcon(icons[rating]),
      () => rate(rating),
    ),
  );
  return createElement(
    'div',
    { class: 'rating', role: 'group', 'aria-label': 'Was this helpful?' },
    createElement('span', { class: 'soft' }, current === undefined ? 'Was this helpful?' : 'Thank you.'),
    ...buttons,
  );
}
