/**
 * Writes training data for a ranker: every returned chunk with its score components, and whether its file, lines and changed function are right.
 * Appends JSON lines after each scored case.
 */

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { SearchResult } from '../../../worker/contract/search/schema.ts';
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
      const lines = ranked.ranking.hits.map((_, index) => JSON.stringify(createDumpLine(ranked, index)));
      if (lines.length > 0) writeSync(descriptor, `${lines.join('\n')}\n`);
    },
    close: () => closeSync(descriptor),
  };
}

function createDumpLine({ evaluationCase, ranking }: RankedCase<SearchResult>, index: number) {
  const hit = ranking.hits[index];
  if (hit === undefined) return {};
  const { text: _text, url: _url, metadata: _metadata, kind: chunkKind, ...fields } = hit;
  return {
    set: evaluationCase.set,
    case: evaluationCase.id,
    repository: evaluationCase.repository,
    kind: evaluationCase.kind,
    category: evaluationCase.category,
    class: ranking.class,
    rank: index + 1,
    chunkKind,
    ...fields,
    file: Number(evaluationCase.targets.some(({ path }) => path === hit.path)),
    target: Number(evaluationCase.targets.some((target) => covers(hit, target))),
    function:
      evaluationCase.functions.length === 0
        ? null
        : Number(evaluationCase.functions.some((target) => covers(hit, target))),
  };
}
