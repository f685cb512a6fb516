/** Packing shows whole definitions, shows no line twice, and stays within both limits. */
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../../worker/core/text/tokens.ts';
import { packDefinitions, type PackedSpan } from '../../../../worker/retrieval/context/pack-definitions.ts';
import type { ReadableDefinition } from '../../../../worker/retrieval/context/readable-definition.ts';
import { createDefinition, termsOf } from './definitions.ts';

const bakery = `/** Bakes for a street. */
export class Bakery {
  /** Loaves that are ready. */
  private shelf: Loaf[] = [];
  private readonly oven = new Oven();

  /** Kneads the dough until it is smooth. */
  knead(dough: Dough): Dough {
    while (!dough.isSmooth) dough.fold();
    return dough;
  }

  /** Rests the dough for forty minutes. */
  rest(dough: Dough): Dough {
    return dough.wait(40);
  }

  bake(dough: Dough): void {
    this.oven.heat(230);
    this.shelf.push(this.oven.bake(dough));
  }
}

export function openBakery(): Bakery {
  return new Bakery();
}
`;
const members = [
  { path: 'src/kitchen.ts', startLine: 7, endLine: 11 },
  { path: 'src/kitchen.ts', startLine: 13, endLine: 16 },
  { path: 'src/kitchen.ts', startLine: 18, endLine: 21 },
];
const bakeryClass = createDefinition({
  file: bakery,
  from: '/** Bakes',
  to: '}',
  symbol: 'Bakery',
  kind: 'class',
  headEndLine: 2,
  members,
});
const rest = createDefinition({
  file: bakery,
  from: '/** Rests',
  to: '  }',
  symbol: 'Bakery.rest',
  kind: 'method',
});
const bake = createDefinition({
  file: bakery,
  from: 'bake(',
  to: '  }',
  symbol: 'Bakery.bake',
  kind: 'method',
});
const open = createDefinition({ file: bakery, from: 'export function open', to: '}', symbol: 'openBakery' });

const pack = (
  definitions: readonly ReadableDefinition[],
  { maxTokens = 2_000, maxSpans = 24, words = ['dough'] } = {},
): readonly PackedSpan[] =>
  packDefinitions(definitions, {
    maxTokens,
    maxSpans,
    terms: termsOf(...words),
    countSpanTokens: ({ text }) => countTokens(text) + 10,
  });
const positions = (spans: readonly PackedSpan[]) =>
  spans.map(({ startLine, endLine, symbols }) => [startLine, endLine, symbols.join()]);

/** A long function of which one paragraph is about late orders. */
function createLongFunction(paragraphs: number): ReadableDefinition {
  const body = Array.from({ length: paragraphs }, (_, at) =>
    at === 30
      ? '  // A late order is refused.\n  if (order.isLate) {\n    refuse(order);\n  }\n'
      : `  const tray${at} = stack(trays, ${at});\n  carry(tray${at}, counter);\n`,
  ).join('\n');
  const file = `/** Serves all orders. */\nexport function serve(\n  orders: Order[],\n): void {\n${body}}\n`;
  return createDefinition({
    file,
    from: '/** Serves',
    to: '}',
    path: 'src/serve.ts',
    symbol: 'serve',
    headEndLine: 4,
  });
}

describe('packDefinitions', () => {
  it('shows a definition whole, best first', () => {
    const spans = pack([rest, open]);
    expect(positions(spans)).toEqual([
      [13, 16, 'Bakery.rest'],
      [24, 26, 'openBakery'],
    ]);
    expect(spans[0]?.text).toMatch(/^ {2}\/\*\* Rests the dough[^]*wait\(40\);\n {2}\}\n$/);
  });

  it('omits a method of a class that is shown', () => {
    expect(positions(pack([bakeryClass, rest]))).toEqual([[1, 22, 'Bakery']]);
  });

  it('shows of a class whose method is shown only its documentation, signature and fields', () => {
    expect(positions(pack([rest, bakeryClass]))).toEqual([
      [13, 16, 'Bakery.rest'],
      [1, 5, 'Bakery'],
    ]);
  });

  it('merges neighbors into one span', () => {
    expect(positions(pack([bake, open, rest]))).toEqual([
      [13, 21, 'Bakery.bake,Bakery.rest'],
      [24, 26, 'openBakery'],
    ]);
  });

  it('merges a definition with those above and below it', () => {
    const knead = createDefinition({ file: bakery, from: '/** Kneads', to: '  }', symbol: 'Bakery.knead' });
    expect(positions(pack([bake, knead, rest]))).toEqual([[7, 21, 'Bakery.bake,Bakery.knead,Bakery.rest']]);
  });

  it('shows of a long function its signature and the statements that match', () => {
    const spans = pack([createLongFunction(120)], { maxTokens: 4_000, words: ['late', 'order'] });
    expect(spans[0]).toMatchObject({ startLine: 1, symbols: ['serve'] });
    expect(spans[0]?.text).toContain('orders: Order[],\n): void {\n');
    const match = spans.find(({ text }) => text.includes('refuse(order)'));
    expect(match?.text).toMatch(/^ {2}(?:\/\/|const)/);
    expect(match?.text).toContain('  if (order.isLate) {\n    refuse(order);\n  }\n');
    expect(spans.map(({ text }) => text).join('')).not.toContain('tray100');
  });

  it('counts the copies of a definition in pieces once', () => {
    const spans = pack([{ ...createLongFunction(120), similar: 3 }], { words: ['late', 'order'] });
    expect(spans.length).toBeGreaterThan(1);
    expect(spans.reduce((sum, { similar }) => sum + similar, 0)).toBe(3);
  });

  it('stays within the tokens, and still shows a shorter definition', () => {
    const spans = pack([rest, createLongFunction(20), open], { maxTokens: 180 });
    const tokens = spans.reduce((sum, { text }) => sum + countTokens(text) + 10, 0);
    expect(tokens).toBeLessThanOrEqual(180);
    expect(spans.some(({ symbols }) => symbols.includes('openBakery'))).toBe(true);
  });

  it('stays within the number of spans, but adds to a span', () => {
    expect(positions(pack([rest, open, bake], { maxSpans: 1 }))).toEqual([
      [13, 21, 'Bakery.rest,Bakery.bake'],
    ]);
  });

  it('shows nothing of a definition whose first line does not fit', () => {
    const line = createDefinition({
      file: `const table = [${'0, '.repeat(2_000)}];\n`,
      from: 'const',
      to: 'const',
      symbol: 'table',
    });
    expect(pack([line], { maxTokens: 500 })).toEqual([]);
  });
});
