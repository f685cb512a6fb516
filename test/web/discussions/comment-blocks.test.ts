/** Comments by strangers: code and quotations are separated, no word is lost, nothing becomes markup. */
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { splitComment } from '../../../web/src/lib/features/discussions/comment-blocks.ts';

const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

test('separates text, quoted lines and fenced code', () => {
  expect(splitComment('Look:\r\n```py\nx = 1\n> y\n```\n> he said\n> so\n\nYes.')).toEqual([
    { kind: 'text', text: 'Look:' },
    { kind: 'code', text: 'x = 1\n> y' },
    { kind: 'quote', text: 'he said\nso' },
    { kind: 'text', text: 'Yes.' },
  ]);
});

test('reads an unclosed fence to the end, and a shorter fence as text', () => {
  expect(splitComment('````\n```\na\n````\n~~~\nb')).toEqual([{ kind: 'code', text: '```\na\nb' }]);
});

test('keeps every word', () => {
  assert(
    property(string(), string(), (one, other) => {
      const body = `${one}\n> ${other}`;
      // The text after a fence's opening marks names its language.
      if (/^ {0,3}(```|~~~)/m.test(body)) return;
      const texts = splitComment(body).map(({ text }) => text);
      expect(words(texts.join('\n'))).toEqual(words(body));
    }),
  );
});
