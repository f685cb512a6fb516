/**
 * The box for the question. Enter sends it, Shift and Enter begin a line. While an answer is running, its button stops it. A question that is
 * too long stays in the box whole, with a notice, because a silently shortened one has another meaning.
 */

import { formatCountOf } from '../../src/lib/format.ts';
import { createButton, createElement } from '../shared/element.ts';

interface QuestionBoxOptions {
  readonly ask: (question: string) => void;
  readonly stop: () => void;
}

export interface QuestionBox {
  readonly element: HTMLElement;
  update(state: { readonly isRunning: boolean; readonly placeholder: string }): void;
  focus(): void;
}

const maxLength = 4_000;
const noticeId = 'question-length';

export function createQuestionBox({ ask, stop }: QuestionBoxOptions): QuestionBox {
  let isRunning = false;
  const input = createElement('textarea', {
    part: 'input',
    rows: '2',
    'aria-label': 'Question',
    'aria-describedby': noticeId,
  });
  const notice = createElement('p', { id: noticeId, class: 'too-long', role: 'status' });
  function updateNotice(): void {
    const text = describeLength(input.value.trim());
    notice.textContent = text;
    notice.hidden = text === '';
    input.setAttribute('aria-invalid', String(text !== ''));
  }
  updateNotice();
  input.addEventListener('input', updateNotice);
  const button = createButton({ part: 'send', class: 'send' }, 'Ask', () => (isRunning ? stop() : submit()));
  function submit(): void {
    const question = input.value.trim();
    if (question === '' || isRunning || question.length > maxLength) return;
    input.value = '';
    input.focus();
    ask(question);
  }
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  // Shortcuts of the page, such as a search that opens with a letter, must not react to a question.
  for (const type of ['keydown', 'keypress', 'keyup'])
    input.addEventListener(type, (event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape' && event.key !== 'Tab')
        event.stopPropagation();
    });
  return {
    element: createElement(
      'div',
      {},
      notice,
      createElement('div', { class: 'box', part: 'box' }, input, button),
    ),
    update(state) {
      ({ isRunning } = state);
      input.placeholder = state.placeholder;
      button.textContent = isRunning ? 'Stop' : 'Ask';
    },
    focus: () => input.focus(),
  };
}

function describeLength({ length }: string): string {
  if (length <= maxLength) return '';
  const [found, allowed] = [formatCountOf(length, 'character'), maxLength.toLocaleString('en-US')];
  return `The question has ${found}, but only ${allowed} are allowed. Shorten it to send it.`;
}
