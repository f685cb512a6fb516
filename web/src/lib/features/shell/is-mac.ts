/** Whether this machine's keyboard has ⌘ in place of Ctrl. False in a prerendered page, which hydration corrects. */
export const isMac = typeof window !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
