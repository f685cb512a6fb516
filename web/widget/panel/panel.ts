/** The module that the loader imports when a visitor opens the widget: the dialog with its conversation. */

export { createPanel } from './create-panel.ts';
