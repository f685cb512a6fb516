/** Questions and indexed text yield the same terms. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStopWord, stem, extractTerms } from '../../../../worker/core/text/terms.ts';

describe('extractTerms', () => {
  it.each([
    ['getUserName', ['getusername', 'get', 'user', 'name']],
    ['HTTPServerError', ['httpservererror', 'http', 'server', 'error']],
    ['parse_json_body', ['parse_json_body', 'pars', 'json', 'body']],
    ['sha256', ['sha256', 'sha']],
    ['__init__', ['__init__', 'init']],
    ['MAX_UPLOAD_BYTES', ['max_upload_bytes', 'max', 'upload', 'byte']],
    ['chunks', ['chunks', 'chunk']],
    ['café', ['café']],
    ['error 404 in 7 tries', ['error', '404', 'in', 'tries', 'try']],
    ['$scope', ['scope', 'scop']],
    ['分块', ['分块']],
  ])('splits %s', (text, terms) => {
    expect(extractTerms(text)).toEqual(terms);
  });

  it('keeps repetitions, in order', () => {
    expect(extractTerms('key value key')).toEqual(['key', 'value', 'valu', 'key']);
  });

  it('returns no terms for a text without words', () => {
    expect(extractTerms('')).toEqual([]);
    expect(extractTerms('🚀 -- … 1 x !')).toEqual([]);
  });

  it('keeps the parts of a name that is too long to be a term', () => {
    const name = `test_${'that_it_works_'.repeat(6)}when_rebalancing`;
    expect(extractTerms(name)).toContain('rebalanc');
    expect(extractTerms(name)).not.toContain(name);
  });

  it('returns only lower-case letters, digits and underscores', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of extractTerms(text)) {
          expect(term).toMatch(/^[\p{L}\p{N}_]{1,60}$/u);
          expect(term).toBe(term.toLowerCase());
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('returns the whole identifier first, in snake case and camel case', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 5 }), (words) => {
        const camel = words.map((part, index) => (index === 0 ? part : capitalize(part))).join('');
        const parts = words.map(stem);
        expect(extractTerms(words.join('_'))).toEqual([words.join('_'), ...parts]);
        expect(extractTerms(camel)).toEqual([words.join(''), ...parts]);
      }),
    );
  });
});

describe('stem', () => {
  it.each([
    ['joined', 'join'],
    ['joining', 'joins'],
    ['chunks', 'chunk'],
    ['creation', 'create'],
    ['created', 'creates'],
    ['validation', 'validate'],
    ['queries', 'query'],
    ['cookies', 'cookie'],
    ['classes', 'class'],
    ['processed', 'process'],
    ['running', 'run'],
    ['adding', 'add'],
    ['calling', 'call'],
    ['called', 'calls'],
    ['polling', 'polls'],
    ['cancelled', 'cancel'],
    ['controlling', 'controls'],
    ['installed', 'install'],
    ['fuzzing', 'fuzz'],
    ['caching', 'cache'],
    ['stored', 'store'],
    ['typed', 'type'],
    ['saving', 'save'],
    ['moved', 'moves'],
    ['filing', 'file'],
    ['fixed', 'fix'],
    ['reads', 'reading'],
    ['connection', 'connect'],
    ['version', 'versions'],
  ])('reduces %s and %s to the same stem', (first, second) => {
    expect(stem(first)).toBe(stem(second));
  });

  it.each([
    ['string', 'strip'],
    ['process', 'proceed'],
    ['status', 'state'],
    ['this', 'thing'],
    ['class', 'clash'],
    ['node', 'nose'],
  ])('distinguishes %s and %s', (first, second) => {
    expect(stem(first)).not.toBe(stem(second));
  });

  it('does not change words that are not English', () => {
    for (const word of ['utf8s', 'prüfungen', 'x_ed', 'is', 'as', 'bus']) expect(stem(word)).toBe(word);
  });

  it('never makes a word longer', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,14}$/), (word) => {
        expect(stem(word).length).toBeLessThanOrEqual(word.length);
        expect(stem(word)).not.toBe('');
      }),
    );
  });
});

it('recognizes stop words in any case', () => {
  expect(['The', 'how', 'DOES', 'chunk', ''].map(isStopWord)).toEqual([true, true, true, false, false]);
});

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
