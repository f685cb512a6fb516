/** The languages of documents, whose words are no names of code. */
const documentLanguages: ReadonlySet<string> = new Set([
  'markdown',
  'mdx',
  'restructuredtext',
  'asciidoc',
  'text',
]);

export function isDocument(language: string): boolean {
  return documentLanguages.has(language);
}
