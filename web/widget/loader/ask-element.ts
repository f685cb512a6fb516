/**
 * The element `<wherefore-ask>`: a button that opens the panel. The panel is a module of its own, which is loaded when the widget is opened
 * for the first time, so that a page that nobody asks on loads this file only.
 */

import { createButton, createElement, createIcon } from '../shared/element.ts';
import { readConversation, writeConversation } from '../shared/session.ts';
import type { Panel, PanelModule, WidgetSettings } from '../shared/settings.ts';
import { createStyleSheet } from '../shared/style-sheet.ts';
import css from './loader.css?inline';
import { readSettings } from './read-settings.ts';

interface LoaderOptions {
  /** The origin of the script, which is the server. */
  readonly server: string;
  readonly panelFile: string;
}

const bubble = 'M4 4h16v12H9l-5 4z';
const retryText = 'The assistant could not be loaded. Check your connection, and press the button again.';

let options: LoaderOptions = { server: '', panelFile: '' };
let sheet: CSSStyleSheet;
/** Elements at the corner of the page, in order. Each is above the one before. */
const floating: AskElement[] = [];
/** Widgets about the same repository share a conversation, and only one of them opens again. */
let hasReopened = false;

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
    if (this.getAttribute('placement') !== 'inline') this.#float();
    // The visitor left a page while the panel was open, such as during an answer.
    if (hasReopened || !readConversation(this.#readSettings().repository).isOpen) return;
    hasReopened = true;
    void this.open();
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
    const { server, panelFile } = options;
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
    if (this.isConnected) writeConversation(repository, { ...readConversation(repository), isOpen: false });
    this.#button.focus();
  }

  #readSettings(): WidgetSettings {
    return readSettings(this, options.server);
  }

  #float(): void {
    const index = floating.push(this) - 1;
    if (index > 0) this.#root.adoptedStyleSheets = [sheet, createStyleSheet(`:host { --_stack: ${index}; }`)];
  }
}

export function defineAskElement(loader: LoaderOptions): void {
  options = loader;
  sheet = createStyleSheet(css);
  customElements.define('wherefore-ask', AskElement);
}
