/** Languages are filtered for by whatever people call them. */
import { expect, it } from 'vitest';
import { createRe2Glob } from '../../../../worker/adapters/re2js/glob.ts';
import { noFilters, pathsWithin } from '../../../../worker/flows/search/search-filters.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import { fileRow } from '../../../support/questions.ts';

const services = { glob: createRe2Glob(), settings: parseConfig({}).settings };
const files = ['a.go', 'b.py', 'c.cs', 'd.cpp'].map((path) => fileRow(path));
const pathsOf = (...languages: readonly string[]) =>
  pathsWithin(services, files, { ...noFilters, languages });

it.each([
  ['Go', ['a.go']],
  ['golang', ['a.go']],
  [' PY ', ['b.py']],
  ['C#', ['c.cs']],
  ['c++', ['d.cpp']],
  ['nosuch', []],
])('%s', (language, paths) => expect(pathsOf(language)).toEqual(paths));

it('several leave files of any of them', () => expect(pathsOf('go', 'Python')).toEqual(['a.go', 'b.py']));
