/** Removes the marks of citations, such as `[chunk:12]`, from the stored text of an answer, and the empty lines that remain. Pure. */
export function removeCitations(text: string): string {
  return text
    .replaceAll(/[ \t]*\[chunk:[^\]]*\]/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
