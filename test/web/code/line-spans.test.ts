/** Highlighting never changes a line: the joined spans are the line. */
import { array, assert, integer, property, string } from 'fast-check';
import { createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { describe, expect, test } from 'vitest';
import { grammarLanguages, loadGrammar } from '../../../web/src/lib/features/code/grammars.ts';
import { lineSpans, packLine, type PackedLine } from '../../../web/src/lib/features/code/line-spans.ts';
import { splitLines } from '../../../web/src/lib/features/code/split-lines.ts';
import { tokenTheme } from '../../../web/src/lib/features/code/token-kinds.ts';

const joined = (line: string, packed: readonly number[] | undefined): string =>
  lineSpans(line, packed)
    .map((span) => span.text)
    .join('');

test('a line without highlighting is one plain span', () => {
  expect(lineSpans('let a', undefined)).toEqual([{ text: 'let a', kind: 'plain' }]);
});

test('the joined spans are the line for any packing', () => {
  assert(
    property(string(), array(integer({ min: -3, max: 40 })), (line, packed) => {
      expect(joined(line, packed)).toBe(line);
    }),
  );
});

test('adjacent tokens of one kind become one span', () => {
  const packed = packLine([
    { content: 'a', color: '#000002' },
    { content: 'b', color: '#000002' },
    { content: 'c', color: '#000003' },
  ]);
  expect(packed).toEqual([2, 1, 3, 2]);
});

/** The packed lines of a text; null for a language without a grammar. */
async function highlighted(language: string, text: string): Promise<readonly PackedLine[] | null> {
  // A highlighter of its own for each grammar: with all of them in one, loading takes three times as long.
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

  test.each(grammarLanguages)('%s loads and keeps the text', async (language) => {
    const packed = await highlighted(language, sample);
    const lines = splitLines(sample);
    expect(packed).not.toBeNull();
    expect(lines.map((line, index) => joined(line, packed?.[index]))).toEqual(lines);
  });

  test('distinguishes token kinds', async () => {
    const line = 'def route(self): return "x"  # why';
    const [packed] = (await highlighted('python', line)) ?? [];
    const kinds = Object.fromEntries(lineSpans(line, packed).map((span) => [span.text.trim(), span.kind]));
    expect(kinds).toMatchObject({ def: 'keyword', route: 'function', '# why': 'comment' });
  });

  test('a language without a grammar stays plain', async () => {
    expect(await highlighted('text', sample)).toBeNull();
  });
});
