/** Replaces the citations in the text of an answer. Code is unchanged, since it may contain text that looks like a citation. */

/** A code block, inline code or a citation. */
const codeOrCitation = /^(`{3,})[^\n]*\n[\s\S]*?\n\1$|`[^`\n]*`|\[chunk:([\w-]{1,64})\]/gm;

/** @param replace returns undefined for a citation that stays as written */
export function replaceCitations(text: string, replace: (id: string) => string | undefined): string {
  return text.replace(codeOrCitation, (whole, _fence: string | undefined, id: string | undefined) =>
    id === undefined ? whole : (replace(id) ?? whole),
  );
}
