/** Whether this machine's keyboard says ⌘ where others say Ctrl. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
