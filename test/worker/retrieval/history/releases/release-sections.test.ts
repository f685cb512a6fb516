import { describe, expect, it } from 'vitest';
import {
  matchesVersion,
  isReleaseNotes,
  findReleaseSections,
} from '../../../../../worker/retrieval/history/releases/release-sections.ts';

const listSections = (text: string) =>
  findReleaseSections(text.split('\n')).map(({ name, headingLine, startLine, endLine }) => [
    name,
    headingLine,
    startLine,
    endLine,
  ]);

describe('release notes', () => {
  it.each([
    'CHANGELOG.md',
    'docs/changes.rst',
    'HISTORY',
    'doc/en/release-notes.md',
    'NEWS.txt',
    'lib/ChangeLog',
  ])('are in %s', (path) => expect(isReleaseNotes(path)).toBe(true));
  it.each([
    'src/changelog.py',
    'history/index.md',
    'renews.md',
    'release-notes-script.sh',
    'docs/exchange.md',
  ])('are not in %s', (path) => expect(isReleaseNotes(path)).toBe(false));
});

describe('sections', () => {
  it('start at Markdown headings with a version or date', () => {
    const text =
      '# Notes\n\n## Unreleased\n- a\n## [1.2.0] - 2024-01-31\n### Fixes\n- b\n## 2023-12-01\n- c\n## Thanks\n- d';
    expect(listSections(text)).toEqual([
      ['Unreleased', 3, 4, 4],
      ['1.2.0', 5, 6, 7],
      ['2023-12-01', 8, 9, 11],
    ]);
  });

  it('start at underlined headings', () => {
    expect(
      listSections(
        'Changes\n=======\n\ntool 8.3.0 (2024-09-09)\n-----------------------\n\n- a\n\nv8.2rc1\n-------\n- b',
      ),
    ).toEqual([
      ['8.3.0', 4, 6, 8],
      ['v8.2rc1', 9, 11, 11],
    ]);
  });

  it('are empty if no heading contains a version', () => {
    expect(listSections('# Unreleased\n- a\n## Python 3\n- b')).toEqual([]);
    expect(listSections('1.2.0 is out\n- a')).toEqual([]);
  });
});

it.each([
  ['1.2.0', 'v1.2', true],
  ['v1.2.0', '1.2.0', true],
  ['1.2.1', '1.2', false],
  ['11.2', '1.2', false],
])('%s matches %s: %s', (name, requested, expected) => {
  expect(matchesVersion({ name }, requested)).toBe(expected);
});
