/** Writes facts about a symbol from templates: a statement, and the question that it answers. The facts about one symbol have different topics. */

import { basename } from 'node:path';
import type { ChangedSymbol } from './changed-symbols.ts';
import { names, type FactTemplate } from './discussion-facts.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface WrittenFact {
  readonly topic: string;
  readonly question: string;
  /** The sentence as it appears in the discussion. */
  readonly statement: string;
}

export interface FactWriter {
  /** Writes `count` facts on different topics. */
  write(
    templates: readonly [FactTemplate, ...FactTemplate[]],
    subject: ChangedSymbol,
    count: number,
  ): readonly [WrittenFact, ...WrittenFact[]];
}

export function createFactWriter(random: SeededRandom): FactWriter {
  const writeFact = (template: FactTemplate, subject: ChangedSymbol): WrittenFact => {
    const values = drawValues(random, subject);
    return {
      topic: template.topic,
      question: fillTemplate(random.pick(template.questions), values),
      statement: fillTemplate(random.pick(template.statements), values),
    };
  };
  return {
    write(templates, subject, count) {
      const [first, ...others] = random.shuffle(templates);
      const written = others.slice(0, count - 1).map((template) => writeFact(template, subject));
      return [writeFact(first ?? templates[0], subject), ...written];
    },
  };
}

function drawValues(random: SeededRandom, { symbol, path }: ChangedSymbol): Readonly<Record<string, string>> {
  return {
    symbol,
    file: basename(path),
    alternative: random.pick(names.alternative),
    product: random.pick(names.product),
    team: random.pick(names.team),
    person: random.pick(names.person),
    month: random.pick(names.month),
    version: `${random.nextInteger(2, 14)}.${random.nextInteger(0, 9)}`,
    number: String(random.nextInteger(130, 9_870)),
    small: String(random.nextInteger(3, 49)),
    share: String(random.nextInteger(11, 89)),
  };
}

export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string => {
  const filled = template.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
  return filled.charAt(0).toUpperCase() + filled.slice(1);
};
