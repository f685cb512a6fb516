/**
 * Languages whose text is prose throughout and whose chunks are sections of a document; of all others a chunk is code, and its
 * documentation alone is prose.
 */
export const documentLanguages: ReadonlySet<string> = new Set([
  'markdown',
  'restructuredtext',
  'text',
  'asciidoc',
  'latex',
  'html',
]);
