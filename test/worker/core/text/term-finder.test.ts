/** A finder returns the terms of a question that a text contains, as splitting the text into terms would. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTermFinder } from '../../../../worker/core/text/term-finder.ts';
import { extractTerms } from '../../../../worker/core/text/terms.ts';

const find = (terms: string, text: string): readonly string[] =>
  [...createTermFinder(new Set(extractTerms(terms)))(text)].toSorted();

describe('createTermFinder', () => {
  it('finds a word in its other forms', () => {
    expect(find('query', 'All queries were cached.')).toEqual(['query']);
    expect(find('type', 'It is typed twice')).toEqual(['type']);
    expect(find('bind', 'a bound method')).toEqual(['bind']);
    expect(find('matrix', 'sparse matrices')).toEqual(['matrix']);
  });

  it('finds parts of names, also after digits', () => {
    expect(find('user name', 'const 2ndUserName = getUser()')).toEqual(['name', 'user']);
    expect(find('user', 'superuser')).toEqual([]);
  });

  it('reads texts with letters beyond ASCII', () => {
    expect(find('größe', 'die Größe der Datei')).toEqual(['größe']);
    expect(find('größe', 'a large file')).toEqual([]);
  });

  it('returns nothing for no terms', () => expect(find('', 'anything')).toEqual([]));

  it('agrees with the terms of any text', () => {
    const word = fc.oneof(
      fc.stringMatching(/^[a-z]{2,9}(?:s|es|ies|ing|ed|ation|ion|e|y|ll)?$/),
      fc.stringMatching(/^(?:[a-z]{2,6}_?[A-Z][a-z]{2,6}|[0-9]{1,9}[a-z]{0,4}|[A-Z]{2,5}[a-z]{3})$/),
      fc.constantFrom('built', 'children', 'indices', 'found', 'wakes', 'İstanbul', 'größen', 'stored'),
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 6 }),
        fc.array(word, { maxLength: 20 }),
        fc.constantFrom(' ', '.', '-', '\n'),
        (asked, written, separator) => {
          const terms = new Set(extractTerms([...asked, ...written.slice(0, 3)].join(' ')));
          const text = written.join(separator);
          const expected = [...new Set(extractTerms(text))].filter((term) => terms.has(term));
          expect([...createTermFinder(terms)(text)].toSorted()).toEqual(expected.toSorted());
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
