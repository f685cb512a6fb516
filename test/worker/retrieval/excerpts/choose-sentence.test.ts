/** The sentence of documentation or of a comment that says most; never tags, notices or references. */
import { describe, expect, it } from 'vitest';
import { chooseSentence } from '../../../../worker/retrieval/excerpts/choose-sentence.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { scoreCode } from './lines.ts';

type Options = Parameters<typeof scoreCode>[1] & { readonly block?: { startLine: number; endLine: number } };

function choose(question: string, code: string, { block, ...options }: Options = {}) {
  const lines = scoreCode(code, { base: 0.5, ...options });
  return chooseSentence(readQuestion(question), lines, block && { ...block, score: 1 });
}

const cellar = `def store(barrel):
    """Stores a barrel in the coldest row.

    Old barrels stay at the back.
    They are turned once a month,
    so that the wine keeps its color.
    """
    # Rows are filled from the left.
    row = coldest()
    row.add(barrel)`;

describe('the chosen sentence', () => {
  it('has the highest score, whole and on one line', () => {
    expect(
      choose('How is a barrel stored?', cellar, { documentation: [2, 7], scores: { month: 0.9 } }),
    ).toMatchObject({
      text: 'They are turned once a month, so that the wine keeps its color.',
      startLine: 5,
      endLine: 6,
      isComment: false,
      score: 0.9,
    });
  });

  it('gives a reason if the question asks why, although another matches better', () => {
    const scores = { coldest: 0.6, month: 0.5 };
    const text = (question: string) => choose(question, cellar, { documentation: [2, 7], scores })?.text;
    expect(text('How is a barrel stored?')).toBe('Stores a barrel in the coldest row.');
    expect(text('Why is a barrel stored?')).toMatch(/^They are turned once a month/);
    expect(text('What is the reason for turning barrels?')).toMatch(/^They are turned once a month/);
  });

  it('may be a comment in the code', () => {
    expect(
      choose('Where is it put?', cellar, { documentation: [2, 7], scores: { left: 0.9 } }),
    ).toMatchObject({
      text: 'Rows are filled from the left.',
      startLine: 8,
      isComment: true,
    });
  });

  it('is not one that the block shows', () => {
    const scores = { left: 0.9, coldest: 0.7 };
    const shown = choose('How is it stored?', cellar, {
      documentation: [2, 7],
      scores,
      block: { startLine: 8, endLine: 10 },
    });
    expect(shown?.text).toBe('Stores a barrel in the coldest row.');
  });

  it('is none if no sentence is likely to answer', () => {
    expect(choose('How is it stored?', cellar, { base: 0.29 })).toBeUndefined();
    expect(choose('How is it stored?', cellar, { base: 0.9, coverage: 0.09 })).toBeUndefined();
    expect(
      choose('How is it stored?', 'def store(barrel):\n    row.add(barrel)', { base: 0.9 }),
    ).toBeUndefined();
  });

  it.each([
    ['a tag', '/**\n * @param barrel the barrel to be stored in a row\n * Barrels lie on their side.\n */'],
    ['a field', '"""\n:param barrel: the barrel to be stored in a row.\n\nBarrels lie on their side.\n"""'],
    ['a license', '# Licensed under the terms of the MIT License.\n# Barrels lie on their side.'],
    ['a copyright', '// Copyright 2024 the cellar authors and others.\n// Barrels lie on their side.'],
    ['a reference', '# See the manual for how barrels are stored.\n# Barrels lie on their side.'],
    ['a task', '# TODO store the barrel in another row.\n# Barrels lie on their side.'],
    ['a sample', '"""\n>>> store(barrel) in a cold row\n\nBarrels lie on their side.\n"""'],
    ['a rule', '# ------------------- -- -- --\n# Barrels lie on their side.'],
    ['a fragment', '# the barrel.\n# Barrels lie on their side.'],
    ['our quotation marks', '# Rows are “cold” or “warm” there.\n# Barrels lie on their side.'],
    ['a citation', '# Barrels are cold [chunk:e1] in the row.\n# Barrels lie on their side.'],
  ])('is never %s', (_, code) => {
    const scores = { 'lie on': 0.4 };
    expect(choose('How are barrels stored?', code, { base: 0.99, scores })?.text).toBe(
      'Barrels lie on their side.',
    );
  });

  it.each([
    ['// Barrels, e.g. of oak, lie on their side.', 'Barrels, e.g. of oak, lie on their side.'],
    ['/// Barrels lie on their side.', 'Barrels lie on their side.'],
    ['/* Barrels lie on their side. */', 'Barrels lie on their side.'],
    ['-- Barrels lie on their side.', 'Barrels lie on their side.'],
    ['    """Barrels lie on their side."""', 'Barrels lie on their side.'],
    ['<!-- Barrels lie on their side. -->', 'Barrels lie on their side.'],
  ])('of %j has no comment marks', (code, text) => {
    expect(choose('How are barrels stored?', code)?.text).toBe(text);
  });

  it('does not continue from documentation to a comment', () => {
    const code = 'def turn(barrel):\n    """Turns a barrel in its row"""\n    # Cold rows first.\n    go()';
    expect(choose('How are barrels turned?', code, { documentation: [2, 2] })?.text).toBe(
      'Turns a barrel in its row',
    );
  });

  it('does not continue over code', () => {
    const code = '# Barrels are turned\nturn(barrel)\n# once in every month.';
    expect(choose('How are barrels turned?', code)?.text).not.toContain('turned once');
  });
});
