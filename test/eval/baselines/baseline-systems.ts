/** Creates the baseline systems, which search the same trees as the server. Each system reads a tree when it is first asked about it. */

import { getTreeKey, type CaseTree } from '../case-tree.ts';
import type { Hit, System } from '../system.ts';
import { createFullTextSearch } from './full-text-search.ts';
import { splitFiles, readFileTexts, type FileText } from './tree-texts.ts';
import { createTermVote } from './term-vote.ts';

type Search = (query: string) => readonly Hit[];

/** Creates the search of each baseline from a tree's files. */
const baselines: Readonly<Record<string, (files: readonly FileText[]) => Promise<Search> | Search>> = {
  'FTS5, 1,000 characters': async (files) =>
    createFullTextSearch(await splitFiles(files), { usesPartsAndStems: false }),
  'FTS5 with identifier parts and stems': async (files) =>
    createFullTextSearch(await splitFiles(files), { usesPartsAndStems: true }),
  'term vote': createTermVote,
};

export function createBaselineSystems(trees: ReadonlyMap<string, CaseTree>): System[] {
  const texts = memoize((key: string) => loadTexts(trees.get(key)));
  return Object.entries(baselines).map(([name, open]) => {
    const searches = memoize(async (key: string) => open(await texts(key)));
    return {
      name,
      rank: async (evaluationCase) => {
        const search = await searches(getTreeKey(evaluationCase));
        const startedAt = performance.now();
        const hits = search(evaluationCase.query);
        return { hits, class: 'none', confidence: 'none', ms: performance.now() - startedAt };
      },
    };
  });
}

async function loadTexts(tree: CaseTree | undefined): Promise<readonly FileText[]> {
  return tree === undefined ? [] : readFileTexts(tree);
}

function memoize<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const results = new Map<string, Promise<T>>();
  return (key) => {
    const result = results.get(key) ?? make(key);
    results.set(key, result);
    return result;
  };
}
