import { describe, expect, it } from 'vitest';
import type { Definition } from './changed-definitions.ts';
import { makeDocumentationCases, maskFirstSentence } from './documentation-cases.ts';
import { namesFileStem, namesSymbol } from './case-line.ts';

describe('maskFirstSentence', () => {
  it('removes the name of the documented definition', () => {
    const documentation = 'CloseStream closes the given stream and waits for its end. It may fail.\n\nMore.';
    expect(maskFirstSentence(documentation, 'CloseStream')).toBe(
      'closes the given stream and waits for its end',
    );
  });

  it('skips lines addressed to tools', () => {
    const documentation = 'eslint-disable-next-line\nCloses the given stream and waits for its end';
    expect(maskFirstSentence(documentation, 'close')).toBe('Closes the given stream and waits for its end');
  });

  it.each([
    '@param stream the stream that is to be closed',
    'Closes it.',
    'TODO: close the stream once it is at its end',
  ])('makes no question from %j', (documentation) =>
    expect(maskFirstSentence(documentation, 'close')).toBeUndefined(),
  );
});

const definition = (name: string, documentation: string): Definition => ({
  id: name,
  name,
  qualifiedName: name,
  kind: 'function',
  path: 'a.py',
  startLine: 3,
  endLine: 5,
  nameLine: 3,
  signature: '',
  documentation,
  exported: true,
  complexity: 1,
});

it('excludes a sentence that documents two definitions', async () => {
  const sharedSentence = 'Closes the stream and notifies everyone who waits for it.';
  const outline = [
    definition('one', sharedSentence),
    definition('two', sharedSentence),
    definition('three', 'Opens the stream and notifies everyone who waits for it.'),
  ];
  const cases = await makeDocumentationCases(['a.py'], async () => outline, 10);
  expect(cases.map(({ definitions }) => definitions[0]?.name)).toEqual(['three']);
});

it('detects names of files and symbols in the question', () => {
  expect(namesFileStem('close the stream once', ['src/stream.py'])).toBe(true);
  expect(namesFileStem('close the streams once', ['src/stream.py', 'go.go'])).toBe(false);
  expect(namesSymbol('make closeStream wait', ['close', 'closeStream'])).toBe(true);
  expect(namesSymbol('make it wait', ['close'])).toBe(false);
});
