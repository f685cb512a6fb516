/** A comment is split into text, quotations and code. No word is lost, and nothing becomes markup. */
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { splitComment } from '../../../web/src/lib/features/discussions/comment-blocks.ts';

const findWords = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

test('separates text, quoted lines and fenced code', () => {
  expect(splitComment('Look:\r\n```py\nx = 1\n> y\n```\n> he said\n> so\n\nYes.')).toEqual([
    { kind: 'text', text: 'Look:' },
    { kind: 'code', text: 'x = 1\n> y' },
    { kind: 'quote', text: 'he said\nso' },
    { kind: 'text', text: 'Yes.' },
  ]);
});

test('reads an unclosed fence to the end, and a shorter fence within code as code', () => {
  expect(splitComment('````\n```\na\n````\n~~~\nb')).toEqual([{ kind: 'code', text: '```\na\nb' }]);
});

test('keeps every word of a comment', () => {
  assert(
    property(string(), string(), (text, quotation) => {
      const body = `${text}\n> ${quotation}`;
      // The word after an opening fence is the language, which is not displayed.
      if (/^ {0,3}(```|~~~)/m.test(body)) return;
      const blocks = splitComment(body).map((block) => block.text);
      expect(findWords(blocks.join('\n'))).toEqual(findWords(body));
    }),
  );
});
