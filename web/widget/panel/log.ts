/** The log of questions and answers. A live region announces what is added; a status line announces the end of an answer. */

import { announceAnswer } from '../../src/lib/features/ask/answer/summarize-answer.ts';
import { isDeclined } from '../../src/lib/features/ask/answer/reduce-answer.ts';
import type { Problem } from '../../../worker/contract/problem.ts';
import { createButton, createElement } from '../shared/element.ts';
import type { WidgetSettings } from '../shared/settings.ts';
import type { Chat } from './chat.ts';
import { describeProblem } from './describe-problem.ts';
import { listPieces, renderQuestions, type TurnPiece } from './render-turn.ts';
import type { WidgetTurn } from './widget-turn.ts';

interface LogOptions {
  readonly chat: Chat;
  readonly server: string;
  readonly readSettings: () => WidgetSettings;
  readonly focusBox: () => void;
}

export interface Log {
  readonly element: HTMLElement;
  render(): void;
}

/** How close to the end the visitor must have scrolled for new text to be followed, in pixels. */
const followDistance = 60;

export function createLog({ chat, server, readSettings, focusBox }: LogOptions): Log {
  const turns = createElement('div', { role: 'log', 'aria-live': 'polite', 'aria-label': 'Conversation' });
  const status = createElement('p', { role: 'status', class: 'hidden-text' });
  const element = createElement('div', { part: 'log', class: 'log', tabindex: '0' }, turns, status);
  const keys = new WeakMap<Element, string>();
  const ask = (question: string): void => {
    focusBox();
    void chat.ask(question);
  };

  /** Replaces only the children whose key differs. */
  function update(parent: Element, pieces: readonly TurnPiece[]): void {
    pieces.forEach(({ key, create }, index) => {
      const existing = parent.children[index];
      if (existing !== undefined && keys.get(existing) === key) return;
      const created = create();
      keys.set(created, key);
      if (existing === undefined) parent.append(created);
      else existing.replaceWith(created);
    });
    while (parent.children.length > pieces.length) parent.lastElementChild?.remove();
  }

  function renderProblem(problem: Problem, version: string | undefined): HTMLElement {
    const around = { isOnline: navigator.onLine, version, origin: location.origin, now: Date.now() };
    const { title, text, remedy } = describeProblem(problem, around);
    const act = (): void => {
      focusBox();
      void chat.retry(remedy === 'newest' ? { version: undefined } : undefined);
    };
    return createElement(
      'div',
      { role: 'alert', part: 'problem', class: 'problem' },
      createElement('p', {}, createElement('strong', {}, title)),
      createElement('p', {}, text),
      remedy === 'none'
        ? undefined
        : createButton(
            { class: 'suggestion' },
            remedy === 'newest' ? 'Ask about the newest version' : 'Retry',
            act,
          ),
    );
  }

  function listTurn(turn: WidgetTurn, isLast: boolean): readonly TurnPiece[] {
    const rate = (rating: 'up' | 'down'): void => void chat.rate(turn, rating);
    const { question, phase, problem, answer } = turn;
    const isWaiting = phase === 'running' && answer.text === '';
    return [
      {
        key: `question ${question}`,
        create: () => createElement('h3', { part: 'question', class: 'question' }, question),
      },
      ...listPieces(turn, { server, ask: isLast && !chat.isRunning ? ask : undefined, rate }),
      ...(isWaiting
        ? [
            {
              key: 'waiting',
              create: () => createElement('p', { class: 'waiting' }, 'Searching the documentation…'),
            },
          ]
        : []),
      ...(problem === undefined
        ? []
        : [
            { key: `problem ${JSON.stringify(problem)}`, create: () => renderProblem(problem, turn.version) },
          ]),
    ];
  }

  function listContent(): readonly TurnPiece[] {
    const { problem, starters, isRestoring } = chat;
    if (problem !== undefined)
      return [
        {
          key: `problem ${JSON.stringify(problem)}`,
          create: () => renderProblem(problem, readSettings().version),
        },
      ];
    if (chat.turns.length > 0) return [];
    const greeting = 'Ask a question. Every sentence of the answer links to its source.';
    return [
      { key: 'greeting', create: () => createElement('p', { class: 'soft' }, greeting) },
      ...(isRestoring || starters.length === 0
        ? []
        : [{ key: `starters ${starters.join()}`, create: () => renderQuestions(starters, ask) }]),
    ];
  }

  const content = createElement('div', { class: 'content' });
  turns.append(content);
  return {
    element,
    render() {
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < followDistance;
      update(content, listContent());
      while (turns.children.length - 1 > chat.turns.length) turns.lastElementChild?.remove();
      chat.turns.forEach((turn, index) => {
        const article =
          turns.children[index + 1] ??
          turns.appendChild(createElement('article', { part: 'turn', 'aria-label': `Answer ${index + 1}` }));
        article.setAttribute('data-phase', turn.phase);
        update(article, listTurn(turn, index === chat.turns.length - 1));
      });
      const last = chat.turns.at(-1);
      status.textContent = last === undefined ? '' : announce(last);
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    },
  };
}

function announce({ phase, answer }: WidgetTurn): string {
  if (phase !== 'done') return '';
  return isDeclined(answer) ? 'The documentation does not answer this question.' : announceAnswer(answer);
}
