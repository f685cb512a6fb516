/** The log of questions and answers. A live region announces what is added; a status line announces the end of an answer. */

import { isDeclined } from '../../src/lib/features/ask/answer/reduce-answer.ts';
import { announceAnswer } from '../../src/lib/features/ask/answer/summarize-answer.ts';
import type { Problem } from '../../../worker/contract/problem.ts';
import { createElement } from '../shared/element.ts';
import type { WidgetSettings } from '../shared/settings.ts';
import type { Chat } from './chat.ts';
import { renderProblem } from './render-problem.ts';
import { declinedText, listPieces, renderQuestions } from './render-turn.ts';
import { createPiece, updatePieces, type Piece } from './update-pieces.ts';
import type { WidgetTurn } from './widget-turn.ts';

interface LogOptions {
  readonly chat: Chat;
  readonly server: string;
  readonly readSettings: () => WidgetSettings;
  readonly focusBox: () => void;
}

/** How close to the end the visitor must have scrolled for new text to be followed, in pixels. */
const followDistance = 60;
/** Space above a question that is at the top of the log, in pixels. */
const questionMargin = 12;
const greeting = 'Ask a question. The answer links to its sources.';

export class Log {
  readonly #options: LogOptions;
  readonly #start = createElement('div', { class: 'start' });
  readonly #turns = createElement(
    'div',
    { role: 'log', 'aria-live': 'polite', 'aria-label': 'Conversation' },
    this.#start,
  );
  readonly #status = createElement('p', { role: 'status', class: 'hidden-text' });
  readonly element = createElement(
    'div',
    { part: 'log', class: 'log', tabindex: '0', role: 'group', 'aria-label': 'Questions and answers' },
    this.#turns,
    this.#status,
  );

  #shownTurns = 0;

  constructor(options: LogOptions) {
    this.#options = options;
  }

  render(): void {
    const { turns } = this.#options.chat;
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < followDistance;
    const hasNewTurn = turns.length > this.#shownTurns;
    this.#shownTurns = turns.length;
    updatePieces(this.#start, this.#listStart());
    while (this.#turns.children.length - 1 > turns.length) this.#turns.lastElementChild?.remove();
    turns.forEach((turn, index) => {
      const article = this.#turns.children[index + 1] ?? this.#addArticle(index);
      article.setAttribute('data-phase', turn.phase);
      // The rest of a sentence may still arrive, so screen readers wait for the end.
      article.setAttribute('aria-busy', String(turn.phase === 'running'));
      updatePieces(article, this.#listTurn(turn, index === turns.length - 1));
    });
    const text = announce(turns.at(-1));
    if (this.#status.textContent !== text) this.#status.textContent = text;
    if (isAtEnd || hasNewTurn) this.#showNewest();
  }

  /** Scrolls down to the end, but never past the last question, which stays visible above a long answer. */
  #showNewest(): void {
    const log = this.element;
    const end = log.scrollHeight - log.clientHeight;
    const question = this.#turns.children.length > 1 ? this.#turns.lastElementChild : null;
    const distance = (question?.getBoundingClientRect().top ?? Infinity) - log.getBoundingClientRect().top;
    log.scrollTop = Math.max(log.scrollTop, Math.min(end, log.scrollTop + distance - questionMargin));
  }

  #addArticle(index: number): HTMLElement {
    const article = createElement('article', { part: 'turn', 'aria-label': `Answer ${index + 1}` });
    this.#turns.append(article);
    return article;
  }

  /** What is shown before the first question, or when the conversation cannot be read. */
  #listStart(): readonly Piece[] {
    const { problem, starters, isRestoring, turns } = this.#options.chat;
    if (problem !== undefined) return [this.#problemPiece(problem, this.#options.readSettings().version)];
    if (turns.length > 0) return [];
    return [
      createPiece('greeting', '', () => createElement('p', { class: 'soft' }, greeting)),
      ...(isRestoring || starters.length === 0
        ? []
        : [createPiece('starters', starters, () => renderQuestions(starters, this.#ask))]),
    ];
  }

  #listTurn(turn: WidgetTurn, isLast: boolean): readonly Piece[] {
    const { chat, server } = this.#options;
    const { question, phase, problem, answer, version } = turn;
    const isWaiting = phase === 'running' && answer.text === '';
    return [
      createPiece('question', question, () =>
        createElement('h3', { part: 'question', class: 'question' }, question),
      ),
      ...listPieces(turn, {
        server,
        ask: isLast && !chat.isRunning ? this.#ask : undefined,
        rate: (rating) => void chat.rate(turn, rating),
      }),
      ...(isWaiting ? [createPiece('waiting', '', renderWaiting)] : []),
      ...(problem === undefined ? [] : [this.#problemPiece(problem, version)]),
    ];
  }

  #problemPiece(problem: Problem, version: string | undefined): Piece {
    const { chat, focusBox } = this.#options;
    const isOnline = navigator.onLine;
    const retry = (isNewest: boolean): void => {
      focusBox();
      void chat.retry(isNewest ? { version: undefined } : undefined);
    };
    return createPiece('problem', [problem, version, isOnline], () =>
      renderProblem(
        problem,
        { isOnline, version, lacksKey: this.#lacksKey(), origin: location.origin, now: Date.now() },
        retry,
      ),
    );
  }

  /** Browsers hide the refusal of a request without a publishable key from pages of other sites. */
  #lacksKey(): boolean {
    const { server, readSettings } = this.#options;
    return server !== location.origin && readSettings().key?.startsWith('wfp_') !== true;
  }

  readonly #ask = (question: string): void => {
    this.#options.focusBox();
    void this.#options.chat.ask(question);
  };
}

function renderWaiting(): HTMLElement {
  return createElement('p', { class: 'waiting' }, 'Searching the documentation…');
}

function announce(turn: WidgetTurn | undefined): string {
  if (turn?.phase !== 'done') return '';
  return isDeclined(turn.answer) ? declinedText : announceAnswer(turn.answer);
}
