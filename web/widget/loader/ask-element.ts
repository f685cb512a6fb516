/**
 * The element `<wherefore-ask>`: a button that opens the panel. The panel is a module of its own, which is loaded when the widget is opened
 * for the first time, so that a page that nobody asks on loads this file only.
 */

import { createButton, createElement, createIcon } from '../shared/element.ts';
import { readConversation, writeConversation } from '../shared/session.ts';
import { createStyleSheet } from '../shared/style-sheet.ts';
import type { Panel, PanelModule, WidgetSettings } from '../shared/settings.ts';
import { findVersion } from './find-version.ts';
import css from './loader.css?inline';

export interface LoaderOptions {
  /** The origin of the script, which is the server. */
  readonly server: string;
  readonly panelFile: string;
}

const bubble = 'M4 4h16v12H9l-5 4z';
const retryText = 'The assistant could not be loaded. Check your connection, and press the button again.';

export function defineAskElement({ server, panelFile }: LoaderOptions): void {
  const sheet = createStyleSheet(css);
  /** Elements at the corner of the page, in order. Each is above the one before. */
  const floating: AskElement[] = [];

  class AskElement extends HTMLElement {
    readonly #root = this.attachShadow({ mode: 'closed' });
    readonly #label = createElement('span', { part: 'label' });
    readonly #notice = createElement('p', { part: 'notice', role: 'status' });
    readonly #button = createButton(
      { part: 'button', 'aria-haspopup': 'dialog' },
      undefined,
      () => void this.open(),
    );
    #panel: Promise<Panel> | undefined;
    #failures = 0;

    static readonly observedAttributes = ['label'];

    constructor() {
      super();
      this.#button.append(createIcon(bubble), this.#label);
      this.#root.adoptedStyleSheets = [sheet];
      this.#root.append(this.#button, this.#notice);
    }

    connectedCallback(): void {
      this.attributeChangedCallback();
      if (this.getAttribute('placement') !== 'inline') floating.push(this);
      this.#stack();
      // The visitor left a page while the panel was open, such as during an answer.
      if (readConversation(this.#readSettings().repository)?.isOpen === true) void this.open();
    }

    disconnectedCallback(): void {
      const index = floating.indexOf(this);
      if (index >= 0) floating.splice(index, 1);
      void this.#panel?.then((panel) => panel.close());
    }

    attributeChangedCallback(): void {
      this.#label.textContent = this.getAttribute('label') ?? 'Ask';
    }

    /** Opens the panel, and loads it before if necessary. */
    async open(): Promise<void> {
      this.#notice.textContent = '';
      this.#button.setAttribute('aria-busy', 'true');
      try {
        (await (this.#panel ??= this.#load())).open();
      } catch {
        this.#panel = undefined;
        this.#failures += 1;
        this.#notice.textContent = retryText;
      } finally {
        this.#button.removeAttribute('aria-busy');
      }
    }

    async #load(): Promise<Panel> {
      // Browsers remember that the import of an address failed.
      const retry = this.#failures === 0 ? '' : `?retry=${this.#failures}`;
      const module = (await import(/* @vite-ignore */ `${server}/${panelFile}${retry}`)) as PanelModule;
      return module.createPanel({
        root: this.#root,
        server,
        readSettings: () => this.#readSettings(),
        onClose: () => this.#onClose(),
      });
    }

    #onClose(): void {
      const { repository } = this.#readSettings();
      const stored = readConversation(repository);
      if (stored !== undefined && this.isConnected)
        writeConversation(repository, { ...stored, isOpen: false });
      this.#button.focus();
    }

    #readSettings(): WidgetSettings {
      const meta = document.querySelector('meta[name="wherefore-version"]')?.getAttribute('content') ?? null;
      return {
        repository: this.getAttribute('repository') ?? '',
        key:
          server === location.origin
            ? undefined
            : (this.dataset['key'] ?? this.getAttribute('key') ?? undefined),
        version: findVersion({
          version: this.getAttribute('version'),
          pattern: this.getAttribute('version-pattern'),
          meta,
          path: location.pathname,
        }),
        heading: this.getAttribute('heading') ?? 'Ask the documentation',
        placeholder: this.getAttribute('placeholder') ?? 'How do I …?',
      };
    }

    #stack(): void {
      const index = floating.indexOf(this);
      if (index > 0)
        this.#root.adoptedStyleSheets = [sheet, createStyleSheet(`:host { --_stack: ${index}; }`)];
    }
  }

  customElements.define('wherefore-ask', AskElement);
}
