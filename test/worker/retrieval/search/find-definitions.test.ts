/** Which definitions a question may mean, the likeliest first, and how sure each is. */
import { describe, expect, it } from 'vitest';
import type { SymbolRow } from '../../../../worker/ports/chunk-store.ts';
import {
  definitionCertainty,
  findDefinitions,
} from '../../../../worker/retrieval/search/find-definitions.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { symbolRow } from '../../../support/samples/questions.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
/** A store of these definitions, that notes which names it is asked for. */
const storeOf = (...symbols: readonly SymbolRow[]) => {
  const asked: string[] = [];
  return {
    asked,
    findSymbols: (_: unknown, names: readonly string[]) => {
      asked.push(...names);
      const wanted = new Set(names.map((name) => name.toLowerCase()));
      return Promise.resolve(
        symbols.filter(
          ({ name, qualifiedName }) =>
            wanted.has(name.toLowerCase()) || wanted.has(qualifiedName.toLowerCase()),
        ),
      );
    },
  };
};
const find = async (text: string, symbols: readonly SymbolRow[], paths?: readonly string[]) =>
  (await findDefinitions(storeOf(...symbols), { key, paths }, readQuestion(text))).map(
    ({ path, qualifiedName }) => `${path} ${qualifiedName}`,
  );

const one = (path: string, more: Partial<SymbolRow>, name = 'joinChunks') => symbolRow(path, name, 1, more);
const sure = (text: string, name: string, more: Partial<SymbolRow> = {}): number =>
  definitionCertainty(readQuestion(text), symbolRow('a.py', name, 1, more));

describe('what is meant', () => {
  it('is looked up by every name of the question, qualified ones by their last part too', async () => {
    const store = storeOf();
    await findDefinitions(
      store,
      { key, paths: undefined },
      readQuestion('Where does `flask.url_for` find routes?'),
    );
    expect(store.asked).toEqual(expect.arrayContaining(['flask.url_for', 'url_for', 'routes']));
    expect(new Set(store.asked).size).toBe(store.asked.length);
  });

  it('is not looked up where nothing is named', async () => {
    const store = storeOf();
    expect(await findDefinitions(store, { key, paths: undefined }, readQuestion('How is it?'))).toEqual([]);
    expect(store.asked).toEqual([]);
  });

  it('is what is written as code before a plain word that happens to be a name', async () =>
    expect(
      await find('How does `joinChunks` use a basket?', [
        symbolRow('a.py', 'basket'),
        symbolRow('z/deeper.py', 'joinChunks'),
      ]),
    ).toEqual(['z/deeper.py joinChunks', 'a.py basket']));

  it('is as written before another spelling', async () =>
    expect(
      await find('`joinChunks`', [symbolRow('a.py', 'JoinChunks'), symbolRow('b.py', 'joinChunks')]),
    ).toEqual(['b.py joinChunks', 'a.py JoinChunks']));

  it('is the source before tests, unless they are asked for', async () => {
    const both = [
      symbolRow('tests/test_a.py', 'joinChunks'),
      symbolRow('src/packages/deeper/a.py', 'joinChunks'),
    ];
    expect((await find('Where is `joinChunks`?', both))[0]).toBe('src/packages/deeper/a.py joinChunks');
    expect((await find('Which tests have `joinChunks`?', both))[0]).toBe('tests/test_a.py joinChunks');
  });

  it('is what is exported, then documented, then least nested, then nearest the root', async () => {
    const known = { exported: true, documentation: 'Joins.' };
    expect(
      await find('`joinChunks`', [
        one('src/long/e.py', known),
        one('src/hidden.py', { ...known, exported: false }),
        one('src/d.py', known, 'Store.joinChunks'),
        one('src/c.py', { ...known, documentation: '' }),
        one('src/b.py', known),
      ]),
    ).toEqual([
      'src/b.py joinChunks',
      'src/long/e.py joinChunks',
      'src/d.py Store.joinChunks',
      'src/c.py joinChunks',
      'src/hidden.py joinChunks',
    ]);
  });

  it('lies within the paths asked for', async () => {
    const both = [symbolRow('a.py', 'joinChunks'), symbolRow('b.py', 'joinChunks')];
    expect(await find('`joinChunks`', both, ['b.py'])).toEqual(['b.py joinChunks']);
    expect(await find('`joinChunks`', both, [])).toEqual([]);
  });
});

describe('how sure it is', () => {
  it.each([
    ['written as code', 'How does `join` work?', 'join', 1],
    ['a member written with what holds it', 'How does Store.join work?', 'Store.join', 1],
    ['written as code in other letters', 'How does `Join` work?', 'join', 0.7],
    ['the whole of a lookup', 'Where is basket defined?', 'basket', 1],
    ['the whole of it in other letters', 'Where is basket defined?', 'Basket', 0.8],
    ['a capital inside a sentence', 'How does a Basket add prices?', 'Basket', 0.6],
    ['not named at all', 'How are prices added?', 'basket', 0],
  ])('%s', (_, text, name, certainty) => expect(sure(text, name)).toBe(certainty));

  it('a plain word is mostly no name, one nobody else can use least', () => {
    const text = 'How does a basket add prices?';
    expect(sure(text, 'basket', { exported: true })).toBeLessThan(0.6);
    expect(sure(text, 'basket', { exported: false })).toBeLessThan(sure(text, 'basket', { exported: true }));
    expect(sure(text, 'basket', { exported: false })).toBeGreaterThan(0);
  });
});
