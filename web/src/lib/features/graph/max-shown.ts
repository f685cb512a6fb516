/** Nodes shown at once: more can neither be told apart by a reader nor drawn without holding up the page. */
export const maxShown = 300;
