/** Tests that reasoning in a tag at the start of a text is separated from the text, wherever the stream is split. */

import { expect, it } from 'vitest';
import { createThinkingReader } from '../../../../worker/adapters/ai-sdk/thinking-tag.ts';

const read = (deltas: readonly string[]) => {
  const reader = createThinkingReader();
  const parts = [...deltas.flatMap((delta) => reader.add(delta)), ...reader.end()];
  return {
    text: parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join(''),
    thinks: parts.some(({ type }) => type === 'thinking'),
  };
};
const splitText = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));

it.each([1, 2, 3, 5, 8, 1_000])(
  'emits the text after the reasoning when chunks have %i characters',
  (size) => {
    const text = ' \n<think>\nA <b> or </thin?\n\n</think>\n\n  code `<think>x</think>`\n';
    expect(read(splitText(text, size))).toEqual({ text: '  code `<think>x</think>`\n', thinks: true });
  },
);

it.each(['Yes. <think>no</think>', '<thinking>a</thinking>b', '  <p>', '<', '<think', '\n', '', 'a'])(
  'passes %j through unchanged',
  (text) => {
    for (const size of [1, 3, 100]) expect(read(splitText(text, size))).toEqual({ text, thinks: false });
  },
);

it('emits no text for unfinished reasoning or reasoning without a following text', () => {
  expect(read(['<think>The answer is', ' 42.'])).toEqual({ text: '', thinks: true });
  expect(read(['<think></think>', '\n\n'])).toEqual({ text: '', thinks: true });
});

it('buffers only characters that may be the start of the tag', () => {
  const reader = createThinkingReader();
  expect(reader.add('<thi')).toEqual([]);
  expect(reader.add('s')).toEqual([{ type: 'text-delta', text: '<this' }]);
  expect(reader.add('<think>')).toEqual([{ type: 'text-delta', text: '<think>' }]);
});

it('passes on long runs of whitespace instead of buffering them', () => {
  const reader = createThinkingReader();
  expect(reader.add(' '.repeat(5_000))).toEqual([{ type: 'text-delta', text: ' '.repeat(5_000) }]);
});

it('emits a thinking part for every chunk of reasoning', () => {
  const reader = createThinkingReader();
  expect(['<think>a', 'b', 'c'].map((delta) => reader.add(delta))).toEqual(
    Array.from({ length: 3 }, () => [{ type: 'thinking' }]),
  );
});
