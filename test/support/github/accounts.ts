/** Accounts that commits tell of: GitHub knows whose they are by their addresses. */

/** The login in an address GitHub gives out to hide one's own; undefined for other addresses. */
export const loginOfEmail = (email: string): string | undefined =>
  /^(?:\d+\+)?([a-z0-9-]+(?:\[bot\])?)@users\.noreply\.github\.com$/i.exec(email)?.[1];
