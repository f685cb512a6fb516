/** What shows highlighted code, for components that load it later. */
export { default as CodeLine } from './CodeLine.svelte';
export { default as Highlighter } from './Highlighter.svelte';
