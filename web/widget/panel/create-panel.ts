/** The dialog: a log of questions and answers, and the question box. It is modal, so the page behind it cannot be reached; Escape closes it. */

import { createButton, createElement, createIcon } from '../shared/element.ts';
import { readConversation, writeConversation } from '../shared/session.ts';
import type { Panel, PanelContext } from '../shared/settings.ts';
import { createStyleSheet } from '../shared/style-sheet.ts';
import { Chat } from './chat.ts';
import { createQuestionBox } from './question-box.ts';
import { Log } from './log.ts';
import { trapFocus } from './trap-focus.ts';
import css from './panel.css?inline';

const cross = 'M6 6l12 12M18 6 6 18';
const plus = 'M12 5v14M5 12h14';

export function createPanel({ root, server, readSettings, onClose }: PanelContext): Panel {
  const chat = new Chat({ server, readSettings, onChange: onNextFrame(() => render()) });
  const box = createQuestionBox({ ask: (question) => void chat.ask(question), stop: () => void chat.stop() });
  const log = new Log({ chat, server, readSettings, focusBox: () => box.focus() });
  const head = createHead({
    clear: () => {
      void chat.clear();
      box.focus();
    },
    close: () => dialog.close(),
  });
  const dialog = createElement(
    'dialog',
    { part: 'panel', 'aria-labelledby': 'title' },
    head.element,
    log.element,
    box.element,
    createNote(server),
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

  function render(): void {
    const { heading, version, placeholder } = readSettings();
    head.update({ heading, version, hasTurns: chat.turns.length > 0 });
    box.update({ isRunning: chat.isRunning, placeholder });
    log.render();
  }

  return {
    open() {
      if (dialog.open) return;
      const { repository } = readSettings();
      writeConversation(repository, { ...readConversation(repository), isOpen: true });
      dialog.showModal();
      render();
      box.focus();
      void chat.restore();
    },
    close: () => dialog.close(),
  };
}

/** Joins the calls before a frame into one. */
function onNextFrame(run: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      run();
    });
  };
}

interface HeadState {
  readonly heading: string;
  readonly version: string | undefined;
  readonly hasTurns: boolean;
}

function createHead(actions: { readonly clear: () => void; readonly close: () => void }) {
  const title = createElement('h2', { id: 'title', part: 'title' });
  const versionBadge = createElement('span', { part: 'version', class: 'version' });
  const clear = createIconButton('New conversation', plus, actions.clear);
  const close = createIconButton('Close', cross, actions.close);
  return {
    element: createElement('div', { part: 'header', class: 'head' }, title, versionBadge, clear, close),
    update({ heading, version, hasTurns }: HeadState): void {
      title.textContent = heading;
      versionBadge.textContent = version ?? '';
      versionBadge.hidden = version === undefined;
      clear.hidden = !hasTurns;
    },
  };
}

function createIconButton(label: string, icon: string, onClick: () => void): HTMLButtonElement {
  return createButton({ class: 'icon', 'aria-label': label, title: label }, createIcon(icon), onClick);
}

function createNote(server: string): HTMLElement {
  // A question on the server's own pages belongs to its visitor alone.
  const readers = server === location.origin ? '' : ' The owner of this site can read the questions.';
  const text = `Answers can be wrong: check the sources.${readers} By `;
  const link = createElement('a', { href: server, target: '_blank', rel: 'noopener' }, 'Wherefore');
  return createElement('p', { class: 'note', part: 'note' }, text, link, '.');
}
