import { describe, expect, it } from 'vitest';
import {
  findReleaseEntries,
  type ReleaseQuery,
} from '../../../../worker/retrieval/history/release-entries.ts';
import { releaseSections } from '../../../../worker/retrieval/history/release-sections.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

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
const none: ReleaseQuery = { numbers: [], subjects: [], names: [], named: 'any', words: [] };
const found = (ties: Partial<ReleaseQuery>) =>
  findReleaseEntries(notes, releaseSections(notes), { ...none, ...ties }).map(
    ({ section, startLine, endLine, tie }) => [section.name, startLine, endLine, tie],
  );

describe('an entry', () => {
  it('is found by the number of a pull request or issue', () => {
    expect(found({ numbers: [41] })).toEqual([['1.3', 3, 4, 'number']]);
    expect(found({ numbers: [39] })).toEqual([['1.2', 8, 8, 'number']]);
    expect(found({ numbers: [7, 39, 41] })).toEqual([['1.2', 8, 8, 'number']]);
  });

  it('is not found by the number of another repository or a part of a longer number', () => {
    expect(found({ numbers: [40, 4, 3] })).toEqual([]);
  });

  it('is found by a subject if it contains most of its words', () => {
    expect(found({ subjects: ['Sort routes by how much they match (#12)'] })).toEqual([
      ['1.2', 7, 7, 'subject'],
    ]);
    expect(found({ subjects: ['Sort the middleware by its priority'] })).toEqual([]);
    expect(found({ subjects: ['Speed'] })).toEqual([]);
  });

  it('is found by a name: the newest, the oldest that calls it new, or one with the other words', () => {
    const names = ['Router.mount'];
    const { terms: words } = readQuestion('prefix slash');
    expect(found({ names })).toEqual([['1.3', 3, 4, 'name']]);
    expect(found({ names, named: 'first' })).toEqual([['1.2', 8, 8, 'name']]);
    expect(found({ names, named: 'words', words })).toEqual([['1.3', 3, 4, 'name']]);
    expect(found({ names, named: 'words', words: readQuestion('regular expression').terms })).toEqual([]);
    expect(found({ names: ['mount('] })).toEqual([]);
  });

  it('about the change itself replaces one that only mentions the name', () => {
    expect(found({ numbers: [39], names: ['Router.mount'] })).toEqual([['1.2', 8, 8, 'number']]);
  });
});

it('reads only the start of a very long entry', () => {
  const long = ['# 1.0', `* ${'word '.repeat(200_000)} #12`, '* more #13'];
  const sections = releaseSections(long);
  expect(findReleaseEntries(long, sections, { ...none, numbers: [12] })).toEqual([]);
  expect(findReleaseEntries(long, sections, { ...none, numbers: [13] })).toHaveLength(1);
});
