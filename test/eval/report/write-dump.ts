/**
 * What a ranker can be trained on: every chunk returned, with its shares of the score and whether its file and its lines
 * were wanted. JSON lines, written as they come.
 */

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { SearchResult } from '../../../worker/contract/search.ts';
import { covers } from '../metrics/first-rank.ts';
import type { RankedCase } from '../run-system.ts';

interface Dump {
  add(ranked: RankedCase<SearchResult>): void;
  close(): void;
}

export function openDump(file: string): Dump {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  const descriptor = openSync(file, 'w');
  return {
    add: (ranked) => {
      const lines = ranked.ranking.hits.map((_, index) => JSON.stringify(lineOf(ranked, index)));
      if (lines.length > 0) writeSync(descriptor, `${lines.join('\n')}\n`);
    },
    close: () => closeSync(descriptor),
  };
}

function lineOf({ asked, ranking }: RankedCase<SearchResult>, index: number) {
  const hit = ranking.hits[index];
  if (hit === undefined) return {};
  const { text: _text, url: _url, metadata: _metadata, kind: chunkKind, ...told } = hit;
  return {
    set: asked.set,
    case: asked.id,
    repository: asked.repository,
    kind: asked.kind,
    category: asked.category,
    class: ranking.class,
    rank: index + 1,
    chunkKind,
    ...told,
    file: Number(asked.targets.some(({ path }) => path === hit.path)),
    target: Number(asked.targets.some((target) => covers(hit, target))),
    function: asked.functions.length === 0 ? null : Number(asked.functions.some((one) => covers(hit, one))),
  };
}
