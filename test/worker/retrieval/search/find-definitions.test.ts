/** Finds the definitions that a question may mention, most likely first, with the certainty of each. */
import { describe, expect, it } from 'vitest';
import type { SymbolRow } from '../../../../worker/ports/chunk-store.ts';
import {
  definitionCertainty,
  findDefinitions,
} from '../../../../worker/retrieval/search/find-definitions.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { symbolRow } from '../../../support/samples/questions.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
/** A fake store of these definitions that records the names it looks up. */
const fakeStore = (...symbols: readonly SymbolRow[]) => {
  const lookups: string[] = [];
  return {
    lookups,
    findSymbols: (_: unknown, names: readonly string[]) => {
      lookups.push(...names);
      const lowerCaseNames = new Set(names.map((name) => name.toLowerCase()));
      return Promise.resolve(
        symbols.filter(
          ({ name, qualifiedName }) =>
            lowerCaseNames.has(name.toLowerCase()) || lowerCaseNames.has(qualifiedName.toLowerCase()),
        ),
      );
    },
  };
};
const find = async (text: string, symbols: readonly SymbolRow[], paths?: readonly string[]) =>
  (await findDefinitions(fakeStore(...symbols), { key, paths }, readQuestion(text))).map(
    ({ path, qualifiedName }) => `${path} ${qualifiedName}`,
  );

const definition = (path: string, overrides: Partial<SymbolRow>, name = 'joinChunks') =>
  symbolRow(path, name, 1, overrides);
const certaintyFor = (text: string, name: string, overrides: Partial<SymbolRow> = {}): number =>
  definitionCertainty(readQuestion(text), symbolRow('a.py', name, 1, overrides));

describe('findDefinitions', () => {
  it('looks up every name of the question, and qualified names also by their last part', async () => {
    const store = fakeStore();
    await findDefinitions(
      store,
      { key, paths: undefined },
      readQuestion('Where does `flask.url_for` find routes?'),
    );
    expect(store.lookups).toEqual(expect.arrayContaining(['flask.url_for', 'url_for', 'routes']));
    expect(new Set(store.lookups).size).toBe(store.lookups.length);
  });

  it('looks up nothing if the question contains no name', async () => {
    const store = fakeStore();
    expect(await findDefinitions(store, { key, paths: undefined }, readQuestion('How is it?'))).toEqual([]);
    expect(store.lookups).toEqual([]);
  });

  it('ranks a name written as code before a plain word that is also a name', async () =>
    expect(
      await find('How does `joinChunks` use a basket?', [
        symbolRow('a.py', 'basket'),
        symbolRow('z/deeper.py', 'joinChunks'),
      ]),
    ).toEqual(['z/deeper.py joinChunks', 'a.py basket']));

  it('ranks the exact spelling before another case', async () =>
    expect(
      await find('`joinChunks`', [symbolRow('a.py', 'JoinChunks'), symbolRow('b.py', 'joinChunks')]),
    ).toEqual(['b.py joinChunks', 'a.py JoinChunks']));

  it('ranks sources before tests, unless the question asks for tests', async () => {
    const definitions = [
      symbolRow('tests/test_a.py', 'joinChunks'),
      symbolRow('src/packages/deeper/a.py', 'joinChunks'),
    ];
    expect((await find('Where is `joinChunks`?', definitions))[0]).toBe(
      'src/packages/deeper/a.py joinChunks',
    );
    expect((await find('Which tests have `joinChunks`?', definitions))[0]).toBe('tests/test_a.py joinChunks');
  });

  it('prefers exported, then documented, then least nested definitions, then those closest to the root', async () => {
    const known = { exported: true, documentation: 'Joins.' };
    expect(
      await find('`joinChunks`', [
        definition('src/long/e.py', known),
        definition('src/hidden.py', { ...known, exported: false }),
        definition('src/d.py', known, 'Store.joinChunks'),
        definition('src/c.py', { ...known, documentation: '' }),
        definition('src/b.py', known),
      ]),
    ).toEqual([
      'src/b.py joinChunks',
      'src/long/e.py joinChunks',
      'src/d.py Store.joinChunks',
      'src/c.py joinChunks',
      'src/hidden.py joinChunks',
    ]);
  });

  it('returns only definitions within the requested paths', async () => {
    const definitions = [symbolRow('a.py', 'joinChunks'), symbolRow('b.py', 'joinChunks')];
    expect(await find('`joinChunks`', definitions, ['b.py'])).toEqual(['b.py joinChunks']);
    expect(await find('`joinChunks`', definitions, [])).toEqual([]);
  });
});

describe('definitionCertainty', () => {
  it.each([
    ['written as code', 'How does `join` work?', 'join', 1],
    ['written with its owner', 'How does Store.join work?', 'Store.join', 1],
    ['written as code in another case', 'How does `Join` work?', 'join', 0.7],
    ['that is the complete subject of a lookup', 'Where is basket defined?', 'basket', 1],
    ['that is the complete subject in another case', 'Where is basket defined?', 'Basket', 0.8],
    ['capitalized inside a sentence', 'How does a Basket add prices?', 'Basket', 0.6],
    ['that the question does not contain', 'How are prices added?', 'basket', 0],
  ])('rates a name %s', (_, text, name, certainty) => expect(certaintyFor(text, name)).toBe(certainty));

  it('is low for a test that writes the name of a setting in capitals', () => {
    const inTest = { role: 'test' } as const;
    const text = 'What is the default of `basket_limit`?';
    expect(certaintyFor(text, 'BASKET_LIMIT', inTest)).toBe(0.3);
    expect(certaintyFor(text, 'basket_limit', inTest)).toBe(1);
    expect(certaintyFor('How do the tests set `basket_limit`?', 'BASKET_LIMIT', inTest)).toBe(0.7);
  });

  it('is low for a plain word, and lower if the definition is not exported', () => {
    const text = 'How does a basket add prices?';
    expect(certaintyFor(text, 'basket', { exported: true })).toBeLessThan(0.6);
    expect(certaintyFor(text, 'basket', { exported: false })).toBeLessThan(
      certaintyFor(text, 'basket', { exported: true }),
    );
    expect(certaintyFor(text, 'basket', { exported: false })).toBeGreaterThan(0);
  });
});
