/** What is said in a text with links: what they are called, without where they lead. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\]\([^()\s]{0,400}(?:\([^()\s]{0,100}\))?[^()\s]{0,400}\)/g, ']')
    .replaceAll(/`([^`<>]{1,100}) <[^`<>]{1,400}>`_/g, '$1');
}
