/** Replaces the ids that composed text cites, so that it can follow other text. Code is unchanged, since it may contain text that looks like a citation. */

/** A code block, inline code or a citation. */
const codeOrCitation = /^(`{3,})[^\n]*\n[\s\S]*?\n\1$|`[^`\n]*`|\[chunk:([\w-]+)\]/gm;

export function renumberCitations(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replace(codeOrCitation, (whole, _fence: string | undefined, id: string | undefined) =>
    id === undefined ? whole : `[chunk:${ids.get(id) ?? id}]`,
  );
}
