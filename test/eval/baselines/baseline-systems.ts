/** Baseline systems over the same trees. Each reads a tree at its first question. */

import { treeKey, type CaseTree } from '../case-tree.ts';
import type { Hit, System } from '../system.ts';
import { fullTextSearch } from './full-text-search.ts';
import { splitTexts, readTexts, type FileText } from './tree-texts.ts';
import { termVote } from './term-vote.ts';

type Search = (query: string) => readonly Hit[];

/** Creates the search of each baseline from a tree's files. */
const baselines: Readonly<Record<string, (files: readonly FileText[]) => Promise<Search> | Search>> = {
  'FTS5, 1,000 characters': async (files) => fullTextSearch(await splitTexts(files), { splits: false }),
  'FTS5 with identifier parts and stems': async (files) =>
    fullTextSearch(await splitTexts(files), { splits: true }),
  'term vote': termVote,
};

export function baselineSystems(trees: ReadonlyMap<string, CaseTree>): System[] {
  const texts = memoize((key: string) => loadTexts(trees.get(key)));
  return Object.entries(baselines).map(([name, open]) => {
    const searches = memoize(async (key: string) => open(await texts(key)));
    return {
      name,
      rank: async (evaluationCase) => {
        const search = await searches(treeKey(evaluationCase));
        const startedAt = performance.now();
        const hits = search(evaluationCase.query);
        return { hits, class: 'none', confidence: 'none', ms: performance.now() - startedAt };
      },
    };
  });
}

async function loadTexts(tree: CaseTree | undefined): Promise<readonly FileText[]> {
  return tree === undefined ? [] : readTexts(tree);
}

function memoize<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
