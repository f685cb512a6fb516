/**
 * The dialog: a log of questions and answers, and the question box. It is modal, so the page behind it cannot be reached; Escape closes it.
 * Elements of pieces that did not change stay, so that a screen reader reads each piece once.
 */

import { createButton, createElement, createIcon } from '../shared/element.ts';
import { createConversationId, readConversation, writeConversation } from '../shared/session.ts';
import type { Panel, PanelContext } from '../shared/settings.ts';
import { createStyleSheet } from '../shared/style-sheet.ts';
import { Chat } from './chat.ts';
import { createQuestionBox } from './question-box.ts';
import { createLog } from './log.ts';
import { trapFocus } from './trap-focus.ts';
import css from './panel.css?inline';

const cross = 'M6 6l12 12M18 6 6 18';
const plus = 'M12 5v14M5 12h14';

export function createPanel({ root, server, readSettings, onClose }: PanelContext): Panel {
  const chat = new Chat({ server, readSettings, onChange: () => schedule() });
  const title = createElement('h2', { id: 'title', part: 'title' });
  const version = createElement('span', { part: 'version', class: 'version' });
  const box = createQuestionBox({ ask: (question) => void chat.ask(question), stop: () => void chat.stop() });
  const log = createLog({ chat, server, readSettings, focusBox: () => box.focus() });
  const clear = createButton(
    { class: 'icon', 'aria-label': 'New conversation', title: 'New conversation' },
    createIcon(plus),
    () => {
      void chat.clear();
      box.focus();
    },
  );
  const close = createButton(
    { class: 'icon', part: 'close', 'aria-label': 'Close', title: 'Close (Escape)' },
    createIcon(cross),
    () => dialog.close(),
  );
  const link = { href: server, target: '_blank', rel: 'noopener' };
  const dialog = createElement(
    'dialog',
    { part: 'panel', 'aria-labelledby': 'title' },
    createElement('header', { part: 'header' }, title, version, clear, close),
    log.element,
    box.element,
    createElement(
      'p',
      { class: 'note', part: 'note' },
      'Answers can be wrong: check the sources. The owner of this site can read the questions. By ',
      createElement('a', link, 'Wherefore'),
      '.',
    ),
  );
  dialog.addEventListener('close', () => {
    chat.leave();
    onClose();
  });
  // Clicks on the page behind the dialog have the dialog as their target.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  trapFocus(dialog, root);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, createStyleSheet(css)];
  root.append(dialog);

  let isScheduled = false;
  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      render();
    });
  }
  function render(): void {
    const settings = readSettings();
    title.textContent = settings.heading;
    version.textContent = settings.version ?? '';
    version.hidden = settings.version === undefined;
    clear.hidden = chat.turns.length === 0;
    box.update({ isRunning: chat.isRunning, placeholder: settings.placeholder });
    log.render();
  }

  return {
    open() {
      if (dialog.open) return;
      const { repository } = readSettings();
      const id = readConversation(repository)?.id ?? createConversationId();
      writeConversation(repository, { id, isOpen: true });
      dialog.showModal();
      render();
      box.focus();
      void chat.restore();
    },
    close: () => dialog.close(),
  };
}
