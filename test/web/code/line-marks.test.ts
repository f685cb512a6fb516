/** Marks split the spans of a line without changing the line. */
import { array, assert, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { markSpans, maskMarks, type LineMark } from '../../../web/src/lib/features/code/line-marks.ts';
import { lineSpans } from '../../../web/src/lib/features/code/line-spans.ts';

test('marks a match across spans of different colors', () => {
  const spans = lineSpans('let ab = 1', [3, 2, 6, 0, 10, 4]);
  const marks: LineMark[] = [{ start: 2, end: 5, kind: 'match' }];
  expect(markSpans(spans, marks)).toEqual([
    { text: 'le', kind: 'keyword', mark: null },
    { text: 't', kind: 'keyword', mark: 'match' },
    { text: ' a', kind: 'plain', mark: 'match' },
    { text: 'b', kind: 'plain', mark: null },
    { text: ' = 1', kind: 'constant', mark: null },
  ]);
});

test('the joined pieces are the line, and the marked pieces are the marks', () => {
  const gaps = array(integer({ min: 0, max: 6 }), { maxLength: 12 });
  assert(
    property(string(), array(integer({ min: 0, max: 40 })), gaps, (line, packed, steps) => {
      const marks: LineMark[] = [];
      let at = 0;
      for (let index = 0; index + 1 < steps.length; index += 2) {
        const start = at + (steps[index] ?? 0);
        at = start + (steps[index + 1] ?? 0);
        if (at > start) marks.push({ start, end: at, kind: 'match' });
      }
      const pieces = markSpans(lineSpans(line, packed), marks);
      expect(pieces.map((piece) => piece.text).join('')).toBe(line);
      const marked = pieces.filter((piece) => piece.mark === 'match').map((piece) => piece.text);
      expect(marked.join('')).toBe(marks.map(({ start, end }) => line.slice(start, end)).join(''));
    }),
  );
});

test('finds the dots of a masked secret', () => {
  expect(maskMarks('a = "••••" • b')).toEqual([{ start: 5, end: 9, kind: 'masked' }]);
});
