/** Systems to be better than, over the same trees: each reads a tree when it is first asked about. */

import { treeKey } from '../case-tree.ts';
import type { CaseTree } from '../case-tree.ts';
import type { Hit, System } from '../system.ts';
import { fullTextSearch } from './full-text-search.ts';
import { splitTexts } from './split-texts.ts';
import { termVote } from './term-vote.ts';
import { readTexts } from './tree-texts.ts';
import type { FileText } from './tree-texts.ts';

type Search = (query: string) => readonly Hit[];

/** What each makes of a tree's files. */
const baselines: Readonly<Record<string, (files: readonly FileText[]) => Promise<Search> | Search>> = {
  'FTS5, 1,000 characters': async (files) => fullTextSearch(await splitTexts(files), { splits: false }),
  'FTS5 with identifier parts and stems': async (files) =>
    fullTextSearch(await splitTexts(files), { splits: true }),
  'term vote': termVote,
};

export function baselineSystems(trees: ReadonlyMap<string, CaseTree>): System[] {
  const texts = remembering((key: string) => textsOf(trees.get(key)));
  return Object.entries(baselines).map(([name, open]) => {
    const searches = remembering(async (key: string) => open(await texts(key)));
    return {
      name,
      rank: async (asked) => {
        const search = await searches(treeKey(asked));
        const startedAt = performance.now();
        const hits = search(asked.query);
        return { hits, class: 'none', confidence: 'none', ms: performance.now() - startedAt };
      },
    };
  });
}

async function textsOf(tree: CaseTree | undefined): Promise<readonly FileText[]> {
  return tree === undefined ? [] : readTexts(tree);
}

function remembering<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
