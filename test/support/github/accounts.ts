/** Accounts of commit authors, which GitHub recognizes by their email addresses. */

/** The login in a GitHub noreply address; undefined for any other address. */
export const parseNoreplyLogin = (email: string): string | undefined =>
  /^(?:\d+\+)?([a-z0-9-]+(?:\[bot\])?)@users\.noreply\.github\.com$/i.exec(email)?.[1];
