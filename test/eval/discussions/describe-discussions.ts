/** Figures of questions whose reason stands in a discussion: by repository, by kind of source and by where in it the reason stands. */

import type { DiscussionFact } from '../../support/github/discussions.ts';

export interface AskedFact {
  readonly repository: string;
  readonly fact: DiscussionFact;
  /** Of the right source among commits and discussions together, from 1; undefined where it is not among them. */
  readonly rank: number | undefined;
  /** Whether the answer cites it. */
  readonly isCited: boolean;
  /** The class the question was taken for. */
  readonly class: string;
}

interface DiscussionFigures {
  readonly cases: number;
  /** Shares, 0 to 1. */
  readonly hit1: number;
  readonly hit5: number;
  readonly cited: number;
}

export function figuresOf(asked: readonly AskedFact[]): DiscussionFigures {
  const share = (is: (one: AskedFact) => boolean): number =>
    asked.length === 0 ? 0 : asked.filter(is).length / asked.length;
  return {
    cases: asked.length,
    hit1: share(({ rank }) => rank === 1),
    hit5: share(({ rank }) => rank !== undefined && rank <= 5),
    cited: share(({ isCited }) => isCited),
  };
}

export function describeDiscussions(asked: readonly AskedFact[]): string {
  const groups = (of: (one: AskedFact) => string): readonly string[] =>
    [...new Set(asked.map(of))].toSorted();
  const rows = (of: (one: AskedFact) => string): readonly string[] =>
    groups(of).map((group) => row(group, figuresOf(asked.filter((one) => of(one) === group))));
  return [
    '| questions | cases | first | in five | cited |',
    '|---|---|---|---|---|',
    ...rows(({ repository }) => repository),
    ...rows(({ fact }) => (fact.kind === 'issue' ? 'of issues' : 'of pull requests')),
    ...rows(({ fact }) => `told in a ${fact.where}`),
    ...rows(({ class: taken }) => `taken for ${taken}`),
    row('all', figuresOf(asked)),
  ].join('\n');
}

function row(name: string, { cases, hit1, hit5, cited }: DiscussionFigures): string {
  return `| ${name} | ${cases} | ${percent(hit1)} | ${percent(hit5)} | ${percent(cited)} |`;
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}
