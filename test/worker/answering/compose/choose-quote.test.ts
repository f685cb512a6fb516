/** Quotations are verbatim and answer the question best. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextMatcher } from '../../../../worker/answering/evidence-text/text-matcher.ts';
import {
  returnLines,
  bestSentence,
  quoteOpening,
} from '../../../../worker/answering/compose/choose-quote.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const question = readQuestion('How are chunks joined?');
const weight = (word: string): number => (word === 'joined' ? 3 : 1);
const opening = (text: string, spanText = text) => quoteOpening(text, spanText);
const sentence = (text: string, spanText = text) => bestSentence(question, { text, spanText }, weight);

describe('quoteOpening', () => {
  it.each([
    ['The first. The second. The third.', 'The first. The second.'],
    ['Joins chunks, e.g. of files, in order', 'Joins chunks, e.g. of files, in order'],
    ['First\nover lines.\n\nSecond paragraph.', 'First over lines.'],
    ['----\n\nAfter a rule.', 'After a rule.'],
    [`${'Long '.repeat(80)}.`, ''],
    [`Short. ${'Long '.repeat(80)}.`, 'Short.'],
    ['With “our marks” in it.', ''],
    ['With [chunk:e1] in it.', ''],
    ['12 34', ''],
    ['', ''],
  ])('quotes the opening of %j', (text, expected) => {
    expect(opening(text)).toBe(expected);
  });

  it.each([
    ['Joins chunks.\n@param chunks of a file.\n@throws JoinError', 'Joins chunks.'],
    ['@param chunks of a file.\n@returns one text.', ''],
    ['Copyright (c) 2020 The Authors.\n\nJoins chunks.', 'Joins chunks.'],
    ['@brief Joins chunks.', '@brief Joins chunks.'],
  ])('skips tags and notices in %j', (text, expected) => expect(opening(text)).toBe(expected));

  it('quotes only what the span contains', () => {
    expect(opening('The first. The second.', '# The first.\n')).toBe('The first.');
    expect(opening('The first. The second.', 'code()\n')).toBe('');
  });

  it('matches a comment over several lines', () => {
    expect(opening('Joins the chunks of a file.', '/**\n * Joins the chunks\n * of a file.\n */')).toBe(
      'Joins the chunks of a file.',
    );
  });
});

describe('bestSentence', () => {
  it('returns the sentence with the highest weight', () => {
    expect(sentence('Chunks are cut by size here. Files are joined from pieces. Nothing else is said.')).toBe(
      'Files are joined from pieces.',
    );
  });

  it('skips tags, and license notices unless the question is about them', () => {
    expect(sentence('@param chunks joined of the file they are of. This one is long enough.')).toBe(
      'This one is long enough.',
    );
    const text = 'Chunks joined are licensed under the licence. Files are cut into many pieces.';
    expect(sentence(text)).toBe('Files are cut into many pieces.');
    const rights = readQuestion('Which licence is it under?');
    expect(bestSentence(rights, { text, spanText: text }, weight)).toMatch(/^Chunks joined are licensed/);
  });

  it('falls back to the first quotable sentence', () => {
    expect(sentence('Too short. This one is long enough. And so is this one.')).toBe(
      'This one is long enough.',
    );
  });

  it.each([
    ['a heading', '# Chunks are joined right here.\n\nElsewhere it says other things.'],
    ['a code block', '```\nchunks are joined by this line.\n```\n\nElsewhere it says other things.'],
    ['an indented sample', 'Elsewhere it says other things.\n\n    chunks are joined by this line.'],
    ['a table', '| chunks | are | joined | here. |\n\nElsewhere it says other things.'],
    ['a directive', '.. note:: chunks are joined here.\n\nElsewhere it says other things.'],
    ['two list items', '- all the chunks\n- are joined here\n\nElsewhere it says other things.'],
  ])('never returns %s', (_, text) => {
    expect(sentence(text)).toBe('Elsewhere it says other things.');
  });

  it('is empty if the span does not contain the sentence', () => {
    expect(sentence('All chunks are joined here.', 'All chunks are folded here.')).toBe('');
  });
});

describe('returnLines', () => {
  it('returns at most three lines that return a value, with their numbers', () => {
    const text = 'if done: return\n    return 1\nx = 2\nreturn x\nreturn y\nreturn z\n';
    expect(returnLines({ text, startLine: 10 })).toEqual([
      { line: 11, text: 'return 1' },
      { line: 13, text: 'return x' },
      { line: 14, text: 'return y' },
    ]);
  });

  it.each([
    ['a docstring line', '"""\nreturn chunks\n"""'],
    ['a block comment line', '/*\n return chunks\n*/'],
    ['a line with back-ticks', 'return `join ${chunks}`'],
    ['a line with a citation', 'return "[chunk:e1] join chunks"'],
    ['an overlong line', `return join(${'chunks, '.repeat(40)})`],
  ])('never returns %s', (_, text) => {
    expect(returnLines({ text: `${text}\nreturn other\n`, startLine: 1 }).map((line) => line.text)).toEqual([
      'return other',
    ]);
  });
});

it('quotes only text that the check finds, for arbitrary text', () => {
  const fragment = fc.constantFrom(
    'join',
    '\nreturn ',
    'Chunks',
    ' ',
    '\n',
    '. ',
    '“',
    '`',
    '# ',
    '* ',
    '"""',
    '//',
    '- ',
    '[chunk:e1]',
    'é',
    '\t',
    '\r',
    '(',
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      const matcher = createTextMatcher(text);
      for (const quote of [opening(text), sentence(text)])
        if (quote !== '') expect(matcher.containsQuote(quote)).toBe(true);
      for (const best of returnLines({ text, startLine: 10 }))
        expect(text.split('\n')[best.line - 10]?.trim()).toBe(best.text);
    }),
    { numRuns: 500 },
  );
});
