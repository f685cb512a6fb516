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
  {
    isSplit = false,
    isLikely = true,
    style,
  }: Partial<Pick<Parameters<typeof selectExcerpts>[2], 'isSplit' | 'isLikely' | 'style'>> = {},
) => {
  const { unquoted, shown, named } = selectExcerpts(
    readQuestion(question),
    excerpts.map(({ definition }) => definition),
    {
      count,
      isSplit,
      isLikely,
      style,
      find: (best) => excerpts.filter(({ definition }) => best.includes(definition)),
    },
  );
  return {
    ...(unquoted.length === 0 ? {} : { unquoted: unquoted.map(({ symbol }) => symbol) }),
    shown: shown.map(({ definition }) => definition.symbol),
    named: named.map(({ symbol }) => symbol),
  };
};
const sentence = { text: 'Apples.', startLine: 1, endLine: 1, isComment: false, score: 1 };
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
    const documented = { ...type, blocks: [], sentence };
    expect(select(how, [documented, method]).shown).toEqual(['Orchard', 'pressJuice']);
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

describe('a style', () => {
  const excerpts = [createExcerpt('pickApples('), createExcerpt('pressJuice'), createExcerpt('Orchard')];

  it('that is short quotes the best definition and names no others', () => {
    expect(select(how, excerpts, 8, { style: 'short' })).toEqual({ shown: ['pickApples'], named: [] });
  });

  it('that is detailed quotes a second definition even if it is much worse or a type', () => {
    const worse = [createExcerpt('pickApples('), createExcerpt('Orchard', { score: 0.1 })];
    expect(select(how, worse, 8, { style: 'detailed', isLikely: false }).shown).toEqual([
      'pickApples',
      'Orchard',
    ]);
  });
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

describe('a definition of which nothing can be quoted', () => {
  const policy: Excerpt = { ...createExcerpt('Orchard', { kind: 'constant' }), blocks: [] };
  const pick = createExcerpt('pickApples(', { score: 0.8 });
  const press = createExcerpt('pressJuice', { score: 0.7 });

  it('is named before the next one, which is quoted', () => {
    expect(select(how, [policy, pick, press])).toEqual({
      unquoted: ['Orchard'],
      shown: ['pickApples'],
      named: ['pressJuice'],
    });
    expect(select(how, [policy, pick], 8, { isLikely: false })).toEqual({
      unquoted: ['Orchard'],
      shown: ['pickApples'],
      named: [],
    });
  });

  it('is named although it is a section', () => {
    const section: Excerpt = { ...createExcerpt('Orchard', { kind: 'section' }), blocks: [] };
    expect(select(how, [section, pick]).unquoted).toEqual(['Orchard']);
  });

  it('is the only one if one definition is requested', () => {
    expect(select(how, [policy, pick], 1)).toEqual({ unquoted: ['Orchard'], shown: [], named: [] });
    expect(select(how, [policy, pick], 2)).toEqual({
      unquoted: ['Orchard'],
      shown: ['pickApples'],
      named: [],
    });
  });

  it('stays in its rank behind a quoted one', () => {
    expect(select(how, [pick, policy, press])).toEqual({
      shown: ['pickApples'],
      named: ['Orchard', 'pressJuice'],
    });
  });

  it('ends the search for something to quote after four', () => {
    const empty = ['pickApples(', 'pickApplesAt', 'Orchard', 'Orchard'].map((name): Excerpt => ({
      ...createExcerpt(name),
      blocks: [],
    }));
    expect(select(how, [...empty, press])).toEqual({
      unquoted: ['pickApples', 'pickApplesAt', 'Orchard', 'Orchard'],
      shown: [],
      named: ['pressJuice'],
    });
    expect(select(how, [...empty.slice(1), press]).shown).toEqual(['pressJuice']);
  });
});
