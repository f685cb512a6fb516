/** Filter expressions: fields, exclusion, quotes, versions, and errors that say what to write instead. */
import { expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { parseFilterExpression } from '../../../../worker/flows/search/parse-filter-expression.ts';
import { noFilters } from '../../../../worker/flows/search/search-filters.ts';

it.each([
  ['', {}],
  ['   ', {}],
  ['path:lib/** -path:lib/vendor/**', { paths: ['lib/**', '!lib/vendor/**'] }],
  ['lang:go language:rust', { languages: ['go', 'rust'] }],
  ['KIND:class !role:docs', { kinds: ['class', '!docs'] }],
  ['path:"my app/**" tag:core package:web', { paths: ['my app/**'], tags: ['core'], packages: ['web'] }],
  ['path:a:b', { paths: ['a:b'] }],
])('reads %j', (text, filters) => {
  expect(parseFilterExpression(text)).toEqual({ filters: { ...noFilters, ...filters }, version: undefined });
});

it('reads a version', () => {
  expect(parseFilterExpression('version:v2.1 kind:function').version).toBe('v2.1');
});

it.each([
  ['author:ana', '“author” is not a field. Fields: path, language, lang, kind, role, package, tag, version.'],
  ['kind:class parser', '“parser” is not a term.'],
  ['path:"open', '“path:"open” is not a term.'],
  ['path:""', '“path” has no value.'],
  ['-version:v1', 'a version cannot be excluded.'],
  ['version:v1 version:v2', 'it has several versions.'],
  ['kind:class '.repeat(51), 'it has more than 50 terms.'],
])('explains what is wrong with %j', (text, message) => {
  const parse = () => parseFilterExpression(text);
  expect(parse).toThrow(AppError);
  expect(parse).toThrow(message);
});
