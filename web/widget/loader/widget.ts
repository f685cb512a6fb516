/** The script that a documentation site loads, as a classic script. It defines the element once, even if the page loads it twice. */

import { defineAskElement } from './ask-element.ts';

/** Set by the build, which builds the panel first. */
declare const PANEL_FILE: string;

const script = document.currentScript ?? document.querySelector('script[src$="/widget.js"]');
const address = script instanceof HTMLScriptElement ? script.src : location.href;

if (customElements.get('wherefore-ask') === undefined)
  defineAskElement({ server: new URL(address).origin, panelFile: PANEL_FILE });
