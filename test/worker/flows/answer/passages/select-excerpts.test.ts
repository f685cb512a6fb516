/** Which definitions an answer quotes, and which it only names. */
import { describe, expect, it } from 'vitest';
import { selectExcerpts } from '../../../../../worker/flows/answer/passages/select-excerpts.ts';
import type { ReadableDefinition } from '../../../../../worker/retrieval/context/readable-definition.ts';
import type { Excerpt } from '../../../../../worker/retrieval/excerpts/find-excerpts.ts';
import { readQuestion } from '../../../../../worker/retrieval/question/read-question.ts';
import { createDefinition } from '../../../retrieval/context/definitions.ts';

const file = `export function pickApples(tree) {
  return tree.apples.filter(isRipe);
}
export function pickApplesAt(tree, hour) {
  return tree.apples.filter(isRipe).at(hour);
}
export function pressJuice(apples, press) {
  while (apples.length > 0) press.turn(apples.pop());
}
export class Orchard {
  trees = [];
}
`;

function createExcerpt(name: string, more: Partial<ReadableDefinition> = {}): Excerpt {
  const from = name === 'Orchard' ? 'export class Orchard' : `export function ${name}`;
  const bare = name.replace('(', '');
  const definition = createDefinition({
    file,
    from,
    to: '}',
    symbol: bare,
    declaration: { name: bare, signature: '', documentation: '' },
    kind: name === 'Orchard' ? 'class' : 'function',
    ...more,
  });
  const { path, startLine, endLine } = definition;
  return {
    definition,
    blocks: [{ path, startLine, endLine, score: 1 }],
    sentence: undefined,
  };
}

const select = (
  question: string,
  excerpts: readonly Excerpt[],
  count = 8,
  { isSplit = false, isLikely = true } = {},
) => {
  const { shown, named } = selectExcerpts(
    readQuestion(question),
    excerpts.map(({ definition }) => definition),
    {
      count,
      isSplit,
      isLikely,
      find: (best) => excerpts.filter(({ definition }) => best.includes(definition)),
    },
  );
  return {
    shown: shown.map(({ definition }) => definition.symbol),
    named: named.map(({ symbol }) => symbol),
  };
};
const how = 'How are apples picked and pressed?';

describe('the second definition', () => {
  it('is quoted if it is nearly as good, and named otherwise', () => {
    const first = createExcerpt('pickApples(');
    expect(select(how, [first, createExcerpt('pressJuice', { score: 0.6 })])).toEqual({
      shown: ['pickApples', 'pressJuice'],
      named: [],
    });
    expect(select(how, [first, createExcerpt('pressJuice', { score: 0.59 })])).toEqual({
      shown: ['pickApples'],
      named: ['pressJuice'],
    });
  });

  it('is named if nothing found is likely to answer', () => {
    const excerpts = [createExcerpt('pickApples('), createExcerpt('pressJuice')];
    expect(select(how, excerpts, 8, { isLikely: false })).toEqual({
      shown: ['pickApples'],
      named: ['pressJuice'],
    });
  });

  it('is named if it is a type', () => {
    expect(select(how, [createExcerpt('pickApples('), createExcerpt('Orchard')])).toEqual({
      shown: ['pickApples'],
      named: ['Orchard'],
    });
  });

  it('is named if it repeats the first under nearly the same name', () => {
    expect(select(how, [createExcerpt('pickApples('), createExcerpt('pickApplesAt')])).toEqual({
      shown: ['pickApples'],
      named: ['pickApplesAt'],
    });
  });

  it('is named if the first already quotes its lines', () => {
    const method = createExcerpt('pressJuice');
    const type = { ...createExcerpt('Orchard', { kind: 'class' }), blocks: method.blocks };
    expect(select(how, [type, method]).shown).toEqual(['Orchard']);
    const further = { path: 'src/kitchen.ts', startLine: 90, endLine: 95, score: 2 };
    const later = { ...type, blocks: [further, ...method.blocks] };
    expect(select(how, [later, method]).shown).toEqual(['Orchard']);
    expect(select(how, [{ ...type, blocks: [] }, method]).shown).toEqual(['Orchard', 'pressJuice']);
  });

  it('is named if it is text around the first', () => {
    const text = createExcerpt('pressJuice', { kind: 'text', startLine: 1, endLine: 12 });
    expect(select(how, [createExcerpt('pickApples('), text]).shown).toEqual(['pickApples']);
    const elsewhere = createExcerpt('pressJuice', { kind: 'text', startLine: 7, endLine: 12 });
    expect(select(how, [createExcerpt('pickApples('), elsewhere]).shown).toEqual([
      'pickApples',
      'pressJuice',
    ]);
  });
});

it('quotes the second definition for the second of several questions, however much worse it is', () => {
  const excerpts = [createExcerpt('pickApples('), createExcerpt('pressJuice', { score: 0.1 })];
  expect(select(how, excerpts, 8, { isSplit: true }).shown).toEqual(['pickApples', 'pressJuice']);
  expect(select(how, excerpts, 8).shown).toEqual(['pickApples']);
});

it('leaves tests out unless the question asks for tests or examples', () => {
  const test = createExcerpt('pickApples(', { role: 'test', path: 'test/orchard.test.ts' });
  const source = createExcerpt('pressJuice');
  expect(select(how, [test, source])).toEqual({ shown: ['pressJuice'], named: [] });
  expect(select('Which tests check that apples are picked?', [test, source]).shown).toContain('pickApples');
});

it('names no sections, and no more definitions than requested', () => {
  const excerpts = [
    createExcerpt('pickApples('),
    createExcerpt('pressJuice', { kind: 'section', score: 0.4 }),
    createExcerpt('pickApplesAt', { score: 0.3 }),
    createExcerpt('Orchard', { score: 0.2 }),
  ];
  expect(select(how, excerpts)).toEqual({ shown: ['pickApples'], named: ['pickApplesAt', 'Orchard'] });
  expect(select(how, excerpts, 2)).toEqual({ shown: ['pickApples'], named: ['pickApplesAt'] });
  expect(select(how, excerpts, 1)).toEqual({ shown: ['pickApples'], named: [] });
  expect(select(how, [])).toEqual({ shown: [], named: [] });
});
