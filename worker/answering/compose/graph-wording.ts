/** Words for edges and result lists in composed graph answers. */

import type { EdgeKind, GraphEdge } from '../../core/code/edge.ts';
import type { FileRole } from '../../core/files/file.ts';
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

/** Verbs for unproven edges. */
export const doubtfulVerbs = {
  calls: 'may call',
  uses: 'may use',
  extends: 'may extend',
  implements: 'may implement',
  imports: 'may import',
  'has-method': 'may have the method',
  defines: 'may define',
} as const satisfies Record<EdgeKind, string>;

/** The wording of a result list: a noun for an empty list, and a predicate with counts for the subject. */
interface ListWording {
  readonly noun: string;
  readonly describe: (counts: WordedCounts) => string;
}

interface WordedCounts {
  /** Writes the count of a noun. */
  readonly count: (noun: string) => string;
  /** "at least " if a limit ended the search. */
  readonly atLeast: string;
  /** "direct " if the answer also contains results of more than one step. */
  readonly direct: string;
  /** Where the results are, if that is more than one place for each result: ", at 6 places in 3 files". */
  readonly places: string;
}

export const wordings = {
  callers: {
    noun: 'caller',
    describe: ({ count, atLeast, places }) => `has ${atLeast}${count('direct caller')}${places}`,
  },
  references: {
    noun: 'use',
    describe: ({ count, atLeast }) => `is used ${atLeast}at ${count('place')} in ${count('file')}`,
  },
  importers: {
    noun: 'importer',
    describe: ({ count, atLeast }) => `is imported ${atLeast}by ${count('file')}`,
  },
  subclasses: {
    noun: 'subtype',
    describe: ({ count, atLeast, direct }) => `has ${atLeast}${count(`${direct}subtype`)}`,
  },
  dependents: {
    noun: 'dependent',
    describe: ({ count, atLeast }) => `has ${atLeast}${count('direct dependent')}`,
  },
  callees: {
    noun: 'callee',
    describe: ({ count, atLeast, direct }) =>
      direct === ''
        ? `calls ${atLeast}${count('definition')} at ${count('place')}`
        : `has ${atLeast}${count('direct callee')}`,
  },
  imports: {
    noun: 'import',
    describe: ({ count, atLeast, direct }) => `has ${atLeast}${count(`${direct}import`)}`,
  },
  dependencies: {
    noun: 'dependency',
    describe: ({ count, atLeast, direct }) => `has ${atLeast}${count(`${direct}dependency`)}`,
  },
  bases: { noun: 'base type', describe: ({ count, atLeast }) => `has ${atLeast}${count('base type')}` },
} as const satisfies Record<Exclude<GraphRelation, 'chain'>, ListWording>;

/** Used if a subtype is known only by its position, not by name. */
export const subtypePlaceWording: ListWording = {
  noun: 'subtype',
  describe: ({ count, atLeast }) =>
    `is extended or implemented ${atLeast}at ${count('place')} in ${count('file')}`,
};

/** Where results are, by the role of their files, in the form in which their counts are checked. */
export const roleWords = {
  source: 'in code',
  example: 'in examples',
  config: 'in configuration',
  docs: 'in documents',
  translation: 'in translations',
  test: 'in tests',
} as const satisfies Record<FileRole, string>;

/** Describes a filter: `in tests`, `outside tests, in src`. */
export function describeFilter({ only, within }: ResultFilter): string {
  const role = only === 'tests' ? 'in tests' : only === 'sources' ? 'outside tests' : undefined;
  if (within === undefined) return role ?? '';
  return role === undefined ? `in ${within}` : `${role}, in ${within}`;
}

/** Returns the verb for an edge, such as `probably calls` if the edge is not fully resolved. */
export function edgeVerb(
  words: Readonly<Record<EdgeKind, string>>,
  { kind, tier }: Pick<GraphEdge, 'kind' | 'tier'>,
): string {
  return tier === 'import-scoped' ? `probably ${words[kind]}` : words[kind];
}

/** `1 file`, `2,000 files`, `no files`. */
export function formatCount(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count.toLocaleString('en-US')} ${count === 1 ? noun : pluralize(noun)}`;
}

export function pluralize(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
