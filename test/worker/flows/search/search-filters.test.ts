/** The language filter accepts common names of languages. */
import { expect, it } from 'vitest';
import { createRe2Glob } from '../../../../worker/adapters/re2js/glob.ts';
import { noFilters, filterPaths } from '../../../../worker/flows/search/search-filters.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import { fileRow } from '../../../support/samples/questions.ts';

const services = { glob: createRe2Glob(), settings: parseConfig({}).settings };
const files = ['a.go', 'b.py', 'c.cs', 'd.cpp'].map((path) => fileRow(path));
const filterByLanguage = (...languages: readonly string[]) =>
  filterPaths(services, files, { ...noFilters, languages });

it.each([
  ['Go', ['a.go']],
  ['golang', ['a.go']],
  [' PY ', ['b.py']],
  ['C#', ['c.cs']],
  ['c++', ['d.cpp']],
  ['nosuch', []],
])('finds files by the language name %j', (language, paths) =>
  expect(filterByLanguage(language)).toEqual(paths),
);

it('includes files in any of several languages', () =>
  expect(filterByLanguage('go', 'Python')).toEqual(['a.go', 'b.py']));
