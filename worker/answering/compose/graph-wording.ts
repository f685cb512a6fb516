/** Words for edges and result lists in composed graph answers. */

import type { EdgeKind, GraphEdge } from '../../core/code/edge.ts';
import type { GraphRelation } from '../../core/answers/question.ts';
import type { ResultFilter } from './graph-material.ts';

export const verbs = {
  calls: 'calls',
  uses: 'uses',
  extends: 'extends',
  implements: 'implements',
  imports: 'imports',
  'has-method': 'has the method',
  defines: 'defines',
} as const satisfies Record<EdgeKind, string>;

/** Of what is not proven. */
export const doubtfulVerbs = {
  calls: 'may call',
  uses: 'may use',
  extends: 'may extend',
  implements: 'may implement',
  imports: 'may import',
  'has-method': 'may have the method',
  defines: 'may define',
} as const satisfies Record<EdgeKind, string>;

/** Of a list: what there is none of where it is empty, and how many there are where it is not, after the name asked about. */
interface ListWording {
  readonly noun: string;
  readonly says: (count: (noun: string) => string, atLeast: string) => string;
}

export const wordings = {
  callers: {
    noun: 'caller',
    says: (count, atLeast) => `is called ${atLeast}at ${count('place')} in ${count('file')}`,
  },
  references: {
    noun: 'use',
    says: (count, atLeast) => `is used ${atLeast}at ${count('place')} in ${count('file')}`,
  },
  importers: { noun: 'importer', says: (count, atLeast) => `is imported ${atLeast}by ${count('file')}` },
  subclasses: { noun: 'subtype', says: (count, atLeast) => `has ${atLeast}${count('subtype')}` },
  dependents: { noun: 'dependent', says: (count, atLeast) => `has ${atLeast}${count('dependent')}` },
  callees: {
    noun: 'callee',
    says: (count, atLeast) => `calls ${atLeast}${count('definition')} at ${count('place')}`,
  },
  imports: { noun: 'import', says: (count, atLeast) => `has ${atLeast}${count('import')}` },
  dependencies: { noun: 'dependency', says: (count, atLeast) => `has ${atLeast}${count('dependency')}` },
  bases: { noun: 'base type', says: (count, atLeast) => `has ${atLeast}${count('base type')}` },
} as const satisfies Record<Exclude<GraphRelation, 'chain'>, ListWording>;

/** Where what extends it is not told by its name. */
export const subtypesAtPlaces: ListWording = {
  noun: 'subtype',
  says: (count, atLeast) => `is extended or implemented ${atLeast}at ${count('place')} in ${count('file')}`,
};

/** `in tests`, `outside tests, in src`: what a list was narrowed to. */
export function whereOf({ only, within }: ResultFilter): string {
  const role = only === 'tests' ? 'in tests' : only === 'sources' ? 'outside tests' : undefined;
  if (within === undefined) return role ?? '';
  return role === undefined ? `in ${within}` : `${role}, in ${within}`;
}

/** Of an edge that is not traced to its end: `probably calls`. */
export function verbOf(
  words: Readonly<Record<EdgeKind, string>>,
  { kind, tier }: Pick<GraphEdge, 'kind' | 'tier'>,
): string {
  return tier === 'import-scoped' ? `probably ${words[kind]}` : words[kind];
}

/** `1 file`, `2,000 files`, `no files`. */
export function counted(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count.toLocaleString('en-US')} ${count === 1 ? noun : plural(noun)}`;
}

export function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
