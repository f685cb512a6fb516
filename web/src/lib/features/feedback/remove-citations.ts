/** Removes the marks of citations, such as `[chunk:12]`, from the stored text of an answer. Pure. */
export function removeCitations(text: string): string {
  return text.replaceAll(/[ \t]*\[chunk:[^\]]*\]/g, '');
}
