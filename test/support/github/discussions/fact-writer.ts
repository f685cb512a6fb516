/** Turns templates of reasons into sentences about one symbol, with the question that each answers. One writer never repeats a fact. */

import { basename } from 'node:path';
import type { ChangedSymbol } from './changed-symbols.ts';
import { names, type FactTemplate } from './discussion-facts.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface WrittenFact {
  readonly topic: string;
  readonly question: string;
  /** As it appears in the discussion. */
  readonly statement: string;
}

export interface FactWriter {
  /** Writes so many facts on different topics. */
  write(
    templates: readonly [FactTemplate, ...FactTemplate[]],
    of: ChangedSymbol,
    count: number,
  ): readonly [WrittenFact, ...WrittenFact[]];
}

export function createFactWriter(random: SeededRandom): FactWriter {
  const one = (template: FactTemplate, of: ChangedSymbol): WrittenFact => {
    const drawn = draw(random, of);
    return {
      topic: template.topic,
      question: fill(random.pick(template.questions), drawn),
      statement: fill(random.pick(template.statements), drawn),
    };
  };
  return {
    write(templates, of, count) {
      const [first, ...others] = random.shuffle(templates);
      const written = others.slice(0, count - 1).map((template) => one(template, of));
      return [one(first ?? templates[0], of), ...written];
    },
  };
}

function draw(random: SeededRandom, { symbol, path }: ChangedSymbol): Readonly<Record<string, string>> {
  return {
    symbol,
    file: basename(path),
    alternative: random.pick(names.alternative),
    product: random.pick(names.product),
    team: random.pick(names.team),
    person: random.pick(names.person),
    month: random.pick(names.month),
    version: `${random.between(2, 14)}.${random.between(0, 9)}`,
    number: String(random.between(130, 9_870)),
    small: String(random.between(3, 49)),
    share: String(random.between(11, 89)),
  };
}

export const fill = (template: string, values: Readonly<Record<string, string>>): string => {
  const filled = template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return filled.charAt(0).toUpperCase() + filled.slice(1);
};
