/** Languages whose chunks are sections of prose. In all other languages a chunk is code, and only its documentation is prose. */
export const documentLanguages: ReadonlySet<string> = new Set([
  'markdown',
  'restructuredtext',
  'text',
  'asciidoc',
  'latex',
  'html',
]);
