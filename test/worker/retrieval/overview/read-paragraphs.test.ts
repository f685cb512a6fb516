/** Reads the introduction of a README: prose stays with its lines, while badges, link bars, samples and sponsors are omitted. */
import { describe, expect, it } from 'vitest';
import { readOpeningParagraphs } from '../../../../worker/retrieval/overview/read-paragraphs.ts';

const read = (text: string, path = 'README.md') =>
  readOpeningParagraphs({ path, text }).map(
    ({ text: shown, startLine, endLine, isListItem }) =>
      `${isListItem ? '- ' : ''}${shown} @${startLine}-${endLine}`,
  );

describe('the introduction', () => {
  it('of Markdown has no badges, links, images or emphasis', () => {
    const text = `<p align="center"><img src="logo.png" alt="A ferry"></p>

# Ferry

[![Build](https://ci/badge.svg)](https://ci) ![License](https://l/mit.svg)

**Ferry** books [seats](https://example.com/seats) on a *small* boat,
with \`book(row)\` and [harbours][list].

- Written without any dependencies
- [Docs](https://d) and nothing else, really

[Website](https://w) • [Documentation](https://d) • [Chat](https://c)

## Installation

Run the installer of your system to begin.
`;
    expect(read(text)).toEqual([
      'Ferry books seats on a small boat, with `book(row)` and harbours. @7-8',
      '- Written without any dependencies @10-10',
      '- Docs and nothing else, really @11-11',
    ]);
  });

  it('has no sponsors, donations, comments, quoted notes or samples', () => {
    const text = `# Ferry

> **Note** This is the next version of the ferry.

<!-- A comment
that spans lines of the file -->

## Sponsors

These good people pay for the boats we use.

## About

Please donate to keep the boats afloat all year.

\`\`\`sh
npm install ferry and many other words
\`\`\`

Ferry carries people over the river.
`;
    expect(read(text)).toEqual(['Ferry carries people over the river. @20-20']);
  });

  it('of reStructuredText has no directives, roles or link targets', () => {
    const text = `*****
Ferry
*****

.. image:: logo.png
    :alt: The logo of the ferry in blue

|Build Status| |Docs|

Ferry_ books seats with :class:\`Booking\`, see \`the guide <https://g>\`_ for
more.

It is quick::

    ferry book 12 as in many other examples

License
-------

It belongs to everyone who lives here.
`;
    expect(read(text, 'README.rst')).toEqual([
      'Ferry books seats with `Booking`, see the guide for more. @10-11',
    ]);
  });

  it('drops the sentence that introduces a sample', () => {
    expect(
      read('# Ferry\n\nFerry carries people over rivers.\n\nYou may call it like this:\n\n```js\nx\n```\n'),
    ).toEqual(['Ferry carries people over rivers. @3-3']);
  });

  it('is limited', () => {
    const paragraphs = Array.from({ length: 9 }, (_, index) => `Paragraph number ${index} of this text.`);
    expect(read(paragraphs.join('\n\n'))).toHaveLength(3);
  });

  it.each([
    ['spaces in a heading', `# a${' '.repeat(60_000)}b`],
    ['number signs in a heading', `# a ${'#'.repeat(60_000)}b`],
    ['tabs in a heading', `# a${'\t'.repeat(60_000)}\u2028b`],
  ])('are read in linear time with many %s', (_what, line) => {
    const startedAt = performance.now();
    expect(read(`${line}\n\nFerry carries people over rivers.\n`)).toEqual([
      'Ferry carries people over rivers. @3-3',
    ]);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('is empty without prose', () => {
    expect(read('# Ferry\n\n## Usage\n\nCall the function with a row number.\n')).toEqual([]);
    expect(read('')).toEqual([]);
  });
});
