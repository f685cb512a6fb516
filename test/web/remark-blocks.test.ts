/** What strangers write: code and quotations are set apart, nothing is lost, nothing becomes markup. */
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { remarkBlocks } from '../../web/src/lib/features/discussions/remark-blocks.ts';

const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

test('text, quoted lines and code between fences', () => {
  expect(remarkBlocks('Look:\r\n```py\nx = 1\n> y\n```\n> he said\n> so\n\nYes.')).toEqual([
    { kind: 'text', text: 'Look:' },
    { kind: 'code', text: 'x = 1\n> y' },
    { kind: 'quote', text: 'he said\nso' },
    { kind: 'text', text: 'Yes.' },
  ]);
});

test('a fence that is not closed holds to the end; one within a longer one is text of it', () => {
  expect(remarkBlocks('````\n```\na\n````\n~~~\nb')).toEqual([{ kind: 'code', text: '```\na\nb' }]);
});

test('every word is kept', () => {
  assert(
    property(string(), string(), (one, other) => {
      const body = `${one}\n> ${other}`;
      // What follows the marks of a fence names its language.
      if (/^ {0,3}(```|~~~)/m.test(body)) return;
      const told = remarkBlocks(body).map(({ text }) => text);
      expect(words(told.join('\n'))).toEqual(words(body));
    }),
  );
});
