import { describe, expect, it } from 'vitest';
import {
  findReleaseEntries,
  iterateEntries,
  type ReleaseQuery,
} from '../../../../../worker/retrieval/history/releases/release-entries.ts';
import { findReleaseSections } from '../../../../../worker/retrieval/history/releases/release-sections.ts';
import { readQuestion } from '../../../../../worker/retrieval/question/read-question.ts';

const notes = `# Notes
## 1.3
* \`Router.mount\` takes a prefix with
  a slash at its end (#41).
* See other/project#40 and colour #4000.
## 1.2
* Sort the routes by how much they match, longest first.
* New: \`Router.mount\` (pull/39).
## 1.1
Speed.

* \`Router.mount\` was talked about.`.split('\n');
const emptyQuery: ReleaseQuery = { numbers: [], subjects: [], names: [], nameMatch: 'any', words: [] };
const findEntries = (query: Partial<ReleaseQuery>) =>
  findReleaseEntries(notes, findReleaseSections(notes), { ...emptyQuery, ...query }).map(
    ({ section, startLine, endLine, matchedBy: tie }) => [section.name, startLine, endLine, tie],
  );

describe('a list of issues below an entry', () => {
  const written = `2.0 (2024-01-01)
================

Bug fixes
---------

- Close the oven door before
  heating.


  *Related issues and pull requests on GitHub:*
  :issue:\`71\`, :issue:\`72\`.



- Bake bread:
  slowly, at 180 degrees.

  **See also:** [#73](https://example.org/73) and #74

Deprecations
------------

- Toast (#75).`.split('\n');
  const sections = findReleaseSections(written);
  const entries = [...iterateEntries(written, sections)];

  it('belongs to that entry, and headings are no entries', () => {
    expect(entries.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [7, 8],
      [16, 17],
      [24, 24],
    ]);
  });

  it.each([
    [72, 7],
    [74, 16],
    [75, 24],
  ])('finds the entry of #%s', (number, line) => {
    const [found] = findReleaseEntries(written, sections, { ...emptyQuery, numbers: [number] });
    expect(found?.startLine).toBe(line);
  });
});

describe('an entry', () => {
  it('is found by the number of a pull request or issue', () => {
    expect(findEntries({ numbers: [41] })).toEqual([['1.3', 3, 4, 'number']]);
    expect(findEntries({ numbers: [39] })).toEqual([['1.2', 8, 8, 'number']]);
    expect(findEntries({ numbers: [7, 39, 41] })).toEqual([['1.2', 8, 8, 'number']]);
  });

  it('is not found by the number of another repository or a part of a longer number', () => {
    expect(findEntries({ numbers: [40, 4, 3] })).toEqual([]);
  });

  it('is found by a subject if it contains most of its words', () => {
    expect(findEntries({ subjects: ['Sort routes by how much they match (#12)'] })).toEqual([
      ['1.2', 7, 7, 'subject'],
    ]);
    expect(findEntries({ subjects: ['Sort the middleware by its priority'] })).toEqual([]);
    expect(findEntries({ subjects: ['Speed'] })).toEqual([]);
  });

  it('is found by a name: the newest, the oldest that describes the name as new, or one with the other words', () => {
    const names = ['Router.mount'];
    const { terms: words } = readQuestion('prefix slash');
    expect(findEntries({ names })).toEqual([['1.3', 3, 4, 'name']]);
    expect(findEntries({ names, nameMatch: 'first' })).toEqual([['1.2', 8, 8, 'name']]);
    expect(findEntries({ names, nameMatch: 'words', words })).toEqual([['1.3', 3, 4, 'name']]);
    expect(
      findEntries({ names, nameMatch: 'words', words: readQuestion('regular expression').terms }),
    ).toEqual([]);
    expect(findEntries({ names: ['mount('] })).toEqual([]);
  });

  it('about the change itself replaces one that only mentions the name', () => {
    expect(findEntries({ numbers: [39], names: ['Router.mount'] })).toEqual([['1.2', 8, 8, 'number']]);
  });
});

it('reads only the start of a very long entry', () => {
  const long = ['# 1.0', `* ${'word '.repeat(200_000)} #12`, '* more #13'];
  const sections = findReleaseSections(long);
  expect(findReleaseEntries(long, sections, { ...emptyQuery, numbers: [12] })).toEqual([]);
  expect(findReleaseEntries(long, sections, { ...emptyQuery, numbers: [13] })).toHaveLength(1);
});
