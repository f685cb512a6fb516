/** What is quoted of functions, types, text around definitions, and documentation. */
import { describe, expect, it } from 'vitest';
import type { ReadableDefinition } from '../../../../worker/retrieval/context/readable-definition.ts';
import { findExcerpts } from '../../../../worker/retrieval/excerpts/find-excerpts.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { createHashingWordVectors } from '../../../support/fakes/hashing-word-vectors.ts';
import { createDefinition } from '../context/definitions.ts';

const wordVectors = await createHashingWordVectors()();
const find = (text: string, ...definitions: readonly ReadableDefinition[]) =>
  findExcerpts({ question: readQuestion(text), weights: new Map(), wordVectors }, definitions);

const file = `"""Greenhouses."""

class Greenhouse:
    """A house of glass for plants."""

    def water(self, plant):
        """Waters a plant until its soil is moist."""
        while plant.soil.moisture < MOIST:
            self.pump.run(plant.bed)

    def vent(self, sensor):
        """Opens the vents if the air is hot."""
        if sensor.temperature > HOT:
            self.vents.open()
        else:
            self.vents.close()


class FrostError(Exception):
    """Raised when a plant could freeze at night."""


END = 1
`;
const members = [
  { path: 'src/kitchen.ts', startLine: 6, endLine: 9 },
  { path: 'src/kitchen.ts', startLine: 11, endLine: 16 },
];
const greenhouse = createDefinition({
  file,
  from: 'class Greenhouse',
  to: '            self.vents.close',
  kind: 'class',
  symbol: 'Greenhouse',
  headEndLine: 4,
  members,
});

describe('a type with members', () => {
  it.each([
    ['How is a plant watered when its soil is not moist?', members[0]],
    ['When are the vents opened because the air is hot?', members[1]],
  ])('is quoted within one member: %s', (question, member) => {
    const [excerpt] = find(question, greenhouse);
    expect(excerpt?.blocks[0]?.startLine).toBeGreaterThanOrEqual(member?.startLine ?? Infinity);
    expect(excerpt?.blocks[0]?.endLine).toBeLessThanOrEqual(member?.endLine ?? 0);
  });

  it.each([
    ['How is a plant watered?', members[0], 4],
    ['What opens the vents in hot air?', members[1], undefined],
    ['What is a house of glass?', members[0], 4],
  ])(
    'has the documentation of the type besides a block of a member, never of another member: %s',
    (question, member, line) => {
      const [excerpt] = find(question, greenhouse);
      expect(excerpt?.blocks[0]?.startLine).toBeGreaterThanOrEqual(member?.startLine ?? Infinity);
      expect(excerpt?.blocks[0]?.endLine).toBeLessThanOrEqual(member?.endLine ?? 0);
      expect(excerpt?.sentence?.startLine).toBe(line);
    },
  );
});

it('quotes text around definitions within one of them too', () => {
  const text = { ...greenhouse, kind: 'text', symbol: undefined, startLine: 1, endLine: 17, headEndLine: 1 };
  const [excerpt] = find('How is a plant watered and when are vents opened?', text);
  const { startLine = 0, endLine = 0 } = excerpt?.blocks[0] ?? {};
  expect(startLine).toBeGreaterThan(0);
  for (const member of members)
    if (startLine <= member.endLine && endLine >= member.startLine) {
      expect(startLine).toBeGreaterThanOrEqual(member.startLine);
      expect(endLine).toBeLessThanOrEqual(member.endLine);
    }
});

it('quotes the documentation of a type without a body, and not its first line', () => {
  const frost = createDefinition({
    file,
    from: 'class FrostError',
    to: '    """Raised',
    kind: 'class',
    headEndLine: 20,
  });
  const [excerpt] = find('When is a frost error raised for a plant at night?', frost);
  expect(excerpt?.sentence?.text).toBe('Raised when a plant could freeze at night.');
  expect(excerpt?.blocks).toEqual([]);
});

it('quotes a constant, whose declaration is all of it', () => {
  const end = createDefinition({ file, from: 'END', to: 'END', kind: 'constant' });
  expect(find('What is the end?', end)[0]?.blocks).toMatchObject([{ startLine: 23, endLine: 23 }]);
});

it('leaves sections of documentation to their statements, and keeps the order', () => {
  const section = { ...greenhouse, kind: 'section' };
  const excerpts = find('How is a plant watered?', section, greenhouse);
  expect(excerpts.map(({ definition }) => definition)).toEqual([section, greenhouse]);
  expect(excerpts[0]).toMatchObject({ blocks: [], sentence: undefined });
});

it('quotes two blocks of a long function in the order of the file', () => {
  const steps = Array.from({ length: 30 }, (_, index) => `    log.step(${index})`).join('\n');
  const harvest = `def harvest(field, cart):
    if field.is_frozen:
        raise FrozenField("a frozen field gives no harvest")
    field.open_gate()
${steps}
    if cart.is_full:
        raise FullCart("a frozen field, a full cart: no harvest")
    return cart
`;
  const blocks = ['When is a frozen field no harvest?', 'When does a full cart give no harvest?'].map(
    (question) =>
      find(
        question,
        createDefinition({ file: harvest, from: 'def harvest', to: '    return cart', symbol: 'harvest' }),
      ).flatMap((excerpt) => excerpt.blocks.map(({ startLine }) => startLine)),
  );
  expect(blocks.some(({ length }) => length === 2)).toBe(true);
  for (const starts of blocks) expect(starts).toEqual(starts.toSorted((a, b) => a - b));
});
