import { describe, expect, it } from 'vitest';
import type { Definition } from './changed-definitions.ts';
import { documentationCases, maskedSentence } from './documentation-cases.ts';
import { namesFileStem, namesSymbol } from './case-line.ts';

describe('a sentence of documentation', () => {
  it('loses the name of what it documents', () => {
    const documentation = 'CloseStream closes the given stream and waits for its end. It may fail.\n\nMore.';
    expect(maskedSentence(documentation, 'CloseStream')).toBe(
      'closes the given stream and waits for its end',
    );
  });

  it('skips lines addressed to tools', () => {
    const documentation = 'eslint-disable-next-line\nCloses the given stream and waits for its end';
    expect(maskedSentence(documentation, 'close')).toBe('Closes the given stream and waits for its end');
  });

  it.each([
    '@param stream the stream that is to be closed',
    'Closes it.',
    'TODO: close the stream once it is at its end',
  ])('%j gives no question', (documentation) =>
    expect(maskedSentence(documentation, 'close')).toBeUndefined(),
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
  const twice = 'Closes the stream and tells whoever waits for it.';
  const outline = [
    definition('one', twice),
    definition('two', twice),
    definition('three', 'Opens the stream and tells whoever waits for it.'),
  ];
  const cases = await documentationCases(['a.py'], async () => outline, 10);
  expect(cases.map(({ definitions }) => definitions[0]?.name)).toEqual(['three']);
});

it('detects names in the question', () => {
  expect(namesFileStem('close the stream once', ['src/stream.py'])).toBe(true);
  expect(namesFileStem('close the streams once', ['src/stream.py', 'go.go'])).toBe(false);
  expect(namesSymbol('make closeStream wait', ['close', 'closeStream'])).toBe(true);
  expect(namesSymbol('make it wait', ['close'])).toBe(false);
});
