/** What is quoted stands in the span word for word, and is the sentence or line that answers best. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextMatcher } from '../../../../worker/answering/evidence-text/text-matcher.ts';
import { bestLine, bestSentence, openingOf } from '../../../../worker/answering/compose/choose-quote.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const question = readQuestion('How are chunks joined?');
const weight = (word: string): number => (word === 'joined' ? 3 : 1);
const opening = (text: string, spanText = text) => openingOf(text, spanText);
const sentence = (text: string, spanText = text) => bestSentence(question, { text, spanText }, weight);
const line = (text: string) => bestLine(question, { text, startLine: 10 }, weight);

describe('the opening', () => {
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
  ])('of %j', (text, expected) => {
    expect(opening(text)).toBe(expected);
  });

  it.each([
    ['Joins chunks.\n@param chunks of a file.\n@throws JoinError', 'Joins chunks.'],
    ['@param chunks of a file.\n@returns one text.', ''],
    ['Copyright (c) 2020 The Authors.\n\nJoins chunks.', 'Joins chunks.'],
    ['@brief Joins chunks.', '@brief Joins chunks.'],
  ])('of %j is what it does', (text, expected) => expect(opening(text)).toBe(expected));

  it('is cut where the span ends', () => {
    expect(opening('The first. The second.', '# The first.\n')).toBe('The first.');
    expect(opening('The first. The second.', 'code()\n')).toBe('');
  });

  it('stands in the comment it was taken from', () => {
    expect(opening('Joins the chunks of a file.', '/**\n * Joins the chunks\n * of a file.\n */')).toBe(
      'Joins the chunks of a file.',
    );
  });
});

describe('the best sentence', () => {
  it('holds most of what is asked, by weight', () => {
    expect(sentence('Chunks are cut by size here. Files are joined from pieces. Nothing else is said.')).toBe(
      'Files are joined from pieces.',
    );
  });

  it('is none of a tag, nor of rights unless they are asked about', () => {
    expect(sentence('@param chunks joined of the file they are of. This one is long enough.')).toBe(
      'This one is long enough.',
    );
    const text = 'Chunks joined are licensed under the licence. Files are cut into many pieces.';
    expect(sentence(text)).toBe('Files are cut into many pieces.');
    const rights = readQuestion('Which licence is it under?');
    expect(bestSentence(rights, { text, spanText: text }, weight)).toMatch(/^Chunks joined are licensed/);
  });

  it('is the first that can be quoted where none answers', () => {
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
  ])('is never %s', (_, text) => {
    expect(sentence(text)).toBe('Elsewhere it says other things.');
  });

  it('is nothing where the span does not hold it', () => {
    expect(sentence('All chunks are joined here.', 'All chunks are folded here.')).toBe('');
  });
});

describe('the best line', () => {
  it('holds most of what is asked, and is told with its number', () => {
    expect(line('chunks = []\nfor c in chunks: pass\nreturn join(chunks)\n')).toEqual({
      line: 12,
      text: 'return join(chunks)',
      answers: true,
    });
  });

  it('is the first that can be quoted where none answers, and says so', () => {
    expect(line('x = 1\nvalue = compute(x)\n')).toEqual({ line: 10, text: 'x = 1', answers: false });
  });

  it.each([
    ['a comment', '// join chunks'],
    ['an import', "import { join } from './chunks.ts'"],
    ['within a docstring', '"""\njoin chunks\n"""'],
    ['within a block comment', '/*\n join chunks\n*/'],
    ['with back-ticks', 'const x = `join ${chunks}`'],
    ['in a citation’s form', 'text = "[chunk:e1] join chunks"'],
    ['too long', `join(${'chunks, '.repeat(40)})`],
  ])('is never %s', (_, text) => {
    expect(line(`${text}\nother = line\n`)?.text).toBe('other = line');
  });

  it('is none where nothing can be quoted', () => {
    expect(line('')).toBeUndefined();
    expect(line('}\n{\n// join\n12345678\n')).toBeUndefined();
  });
});

it('is, whatever the text, something the check finds', () => {
  const letters = fc.constantFrom(
    'join',
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
    fc.property(fc.array(letters, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      const holder = createTextMatcher(text);
      for (const quote of [opening(text), sentence(text)])
        if (quote !== '') expect(holder.containsQuote(quote)).toBe(true);
      const best = line(text);
      if (best !== undefined) expect(text.split('\n')[best.line - 10]?.trim()).toBe(best.text);
    }),
    { numRuns: 500 },
  );
});
