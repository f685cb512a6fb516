/** Highlighting and marks never change a line: concatenating the spans gives the line. */
import { array, assert, integer, property, string } from 'fast-check';
import { createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { describe, expect, test } from 'vitest';
import { grammarLanguages, loadGrammar } from '../../../web/src/lib/features/code/grammars.ts';
import {
  lineSpans,
  packLine,
  type PackedLine,
  markSpans,
  maskMarks,
  type LineMark,
} from '../../../web/src/lib/features/code/line-spans.ts';
import { splitLines } from '../../../web/src/lib/features/code/split-lines.ts';
import { tokenTheme } from '../../../web/src/lib/features/code/token-theme.ts';

const joinSpans = (line: string, packedLine: readonly number[] | undefined): string =>
  lineSpans(line, packedLine)
    .map((span) => span.text)
    .join('');

test('a line without highlighting is one plain span', () => {
  expect(lineSpans('let a', undefined)).toEqual([{ text: 'let a', kind: 'plain' }]);
});

test('concatenating the spans gives the line for any packing', () => {
  assert(
    property(string(), array(integer({ min: -3, max: 40 })), (line, packedLine) => {
      expect(joinSpans(line, packedLine)).toBe(line);
    }),
  );
});

test('adjacent tokens of the same kind become one span', () => {
  const packedLine = packLine([
    { content: 'a', color: '#000002' },
    { content: 'b', color: '#000002' },
    { content: 'c', color: '#000003' },
  ]);
  expect(packedLine).toEqual([2, 1, 3, 2]);
});

/** The packed lines of a text; null for a language without a grammar. */
async function highlight(language: string, text: string): Promise<readonly PackedLine[] | null> {
  // Each grammar has its own highlighter. A single highlighter for all grammars takes three times as long to load.
  const core = await createHighlighterCore({
    themes: [tokenTheme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const lang = await loadGrammar(core, language);
  const tokens = lang === null ? null : core.codeToTokensBase(text, { lang, theme: 'token-kinds' });
  core.dispose();
  return tokens?.map(packLine) ?? null;
}

describe('grammars', () => {
  const sample =
    '#!/bin/x\nimport a from "b"; // why\nclass A { int f(x) { return 1; } }\n\t<p class="q">é 😀</p>\n';

  test.each(grammarLanguages)('load for %s, and keep the text unchanged', async (language) => {
    const packedLines = await highlight(language, sample);
    const lines = splitLines(sample);
    expect(packedLines).not.toBeNull();
    expect(lines.map((line, index) => joinSpans(line, packedLines?.[index]))).toEqual(lines);
  });

  test('distinguish token kinds', async () => {
    const line = 'def route(self): return "x"  # why';
    const [packedLine] = (await highlight('python', line)) ?? [];
    const kinds = Object.fromEntries(
      lineSpans(line, packedLine).map((span) => [span.text.trim(), span.kind]),
    );
    expect(kinds).toMatchObject({ def: 'keyword', route: 'function', '# why': 'comment' });
  });

  test('leave text in a language without a grammar plain', async () => {
    expect(await highlight('text', sample)).toBeNull();
  });
});

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

test('concatenating the marked and unmarked spans gives the line, and the marked spans are the marks', () => {
  const gaps = array(integer({ min: 0, max: 6 }), { maxLength: 12 });
  assert(
    property(string(), array(integer({ min: 0, max: 40 })), gaps, (line, packedLine, steps) => {
      const marks: LineMark[] = [];
      let position = 0;
      for (let index = 0; index + 1 < steps.length; index += 2) {
        const start = position + (steps[index] ?? 0);
        position = start + (steps[index + 1] ?? 0);
        if (position > start) marks.push({ start, end: position, kind: 'match' });
      }
      const pieces = markSpans(lineSpans(line, packedLine), marks);
      expect(pieces.map((piece) => piece.text).join('')).toBe(line);
      const marked = pieces.filter((piece) => piece.mark === 'match').map((piece) => piece.text);
      expect(marked.join('')).toBe(marks.map(({ start, end }) => line.slice(start, end)).join(''));
    }),
  );
});

test('finds the dots of a masked secret', () => {
  expect(maskMarks('a = "••••" • b')).toEqual([{ start: 5, end: 9, kind: 'masked' }]);
});
