/** The words of a question are marked in every form, and the line with most of them is the best line. */
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { createHighlighter } from '../../../../worker/retrieval/search/highlight-span.ts';

const text = [
  '',
  'export class SmartRouter {',
  '  // Chooses among several.',
  '  match(method, path) {',
  '    for (const router of this.routers) {',
  '      return router.match(method, path);',
  '    }',
  '  }',
  '}',
  '',
].join('\n');
const span = { path: 'src/smart-router/router.ts', startLine: 10, text, symbol: 'SmartRouter' };
const lines = text.split('\n');

const read = (range: { start: number; end: number }, from: string) => from.slice(range.start, range.end);

const highlight = (query: string, other: Partial<typeof span> = {}) => {
  const found = createHighlighter(readQuestion(query).terms)({ ...span, ...other });
  return {
    bestLine: found.bestLine,
    lines: found.lines.map((range) => `${range.line} ${read(range, lines[range.line - 10] ?? '')}`),
    path: found.path.map((range) => read(range, span.path)),
    symbol: found.symbol.map((range) => read(range, span.symbol)),
  };
};

describe('the highlights of a result', () => {
  it('mark other forms of a word and parts of a name', () => {
    const { lines: marked, path, symbol } = highlight('how are routers used?');
    expect(marked).toEqual(['11 Router', '14 router', '14 routers', '15 router']);
    expect(path).toEqual(['router', 'router']);
    expect(symbol).toEqual(['Router']);
  });

  it('mark a whole name', () => {
    expect(highlight('SmartRouter').lines).toContain('11 SmartRouter');
  });

  it('are empty if no word occurs', () => {
    expect(highlight('invoice tides')).toMatchObject({ lines: [], path: [], symbol: [] });
  });
});

describe('the best line', () => {
  it.each([
    ['match the method and path of a router', 15],
    ['choose several', 12],
    ['SmartRouter', 11],
    ['invoice tides', 11],
  ])('for %j is %i', (query, line) => {
    expect(highlight(query).bestLine).toBe(line);
  });

  it('of a text without words is the first line that is not empty', () => {
    expect(highlight('tides', { text: '\n\nx = 1\n', symbol: 'other' }).bestLine).toBe(12);
  });
});
