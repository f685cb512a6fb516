/** Markup is removed from quoted prose, and from nothing else. */
import { expect, test } from 'vitest';
import { cleanQuotations } from '../../../../worker/core/text/clean-quotations.ts';

test.each([
  ['“Stir the <b>soup</b><br/> slowly.”', '“Stir the soup slowly.”'],
  ['“See :class:`Bowl` and {py:meth}`Bowl.fill`.”', '“See `Bowl` and `Bowl.fill`.”'],
  ['“See :ref:`the bowl <bowl-intro>`.”', '“See `the bowl`.”'],
  ['“Heat {#heat}”', '“Heat”'],
  ['“(heat)=\nHeat it.”', '“Heat it.”'],
  ['“:::{note}\nIt is hot.\n:::”', '“It is hot.”'],
  ['“Hot <!-- really --> soup”', '“Hot soup”'],
])('cleans %s', (quoted, cleaned) => {
  expect(cleanQuotations(`It says: ${quoted} [chunk:e1].`)).toBe(`It says: ${cleaned} [chunk:e1].`);
});

test.each([
  'The element <b> is bold.',
  '“`<b>` is bold”',
  '“A Vec<T> of Map<String, Bowl>”',
  '“if a < b and c > d”',
  '“ratio 3:4 at {0}”',
  '“a: b” and `:class:` <br>',
])('leaves %s as it is', (text) => {
  expect(cleanQuotations(text)).toBe(text);
});
