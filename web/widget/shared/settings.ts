/** The settings of a widget, which the loader reads from its element for every question, because a page can change them. */

export type Theme = 'auto' | 'light' | 'dark';

export interface WidgetSettings {
  /** The id of the repository. */
  readonly repository: string;
  /** Undefined on pages of the server itself, where the visitor’s own session counts. */
  readonly key: string | undefined;
  /** The version of the documentation that the page shows; undefined for the newest. */
  readonly version: string | undefined;
  /** The title of the panel. */
  readonly heading: string;
  readonly placeholder: string;
}

/** What the panel needs of the loader. */
export interface PanelContext {
  readonly root: ShadowRoot;
  /** The origin of the server. */
  readonly server: string;
  readonly readSettings: () => WidgetSettings;
  readonly onClose: () => void;
}

export interface Panel {
  open(): void;
  close(): void;
}

/** The module that the loader imports when the widget is opened. */
export interface PanelModule {
  createPanel(context: PanelContext): Panel;
}
