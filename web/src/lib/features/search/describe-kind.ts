/** Names the kind of a search result in the words of the page: what the code is, and where it is if that matters. */
import type { SearchResult } from '../../api.ts';

/** Kinds of chunk that readers may not know. Kinds of definition, such as `class`, are their own names. */
const labels: Readonly<Partial<Record<SearchResult['kind'], string>>> = {
  imports: 'imports',
  statements: 'top-level code',
  code_sample: 'code sample',
  front_matter: 'front matter',
  blob: 'long line',
};
const notDefinitions: ReadonlySet<string> = new Set([
  ...Object.keys(labels),
  'comment',
  'section',
  'markup',
  'style',
  'text',
]);

/** `function definition in a test`; plain source code is not mentioned. */
export function describeResultKind({ kind, role }: Pick<SearchResult, 'kind' | 'role'>): string {
  const label = notDefinitions.has(kind) ? (labels[kind] ?? kind) : `${kind} definition`;
  const place = { test: 'in a test', example: 'in an example', docs: 'in the documentation' }[role];
  return place === undefined || (kind === 'section' && role === 'docs') ? label : `${label} ${place}`;
}
