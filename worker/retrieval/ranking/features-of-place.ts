/** What is known of a candidate whatever is asked: its size and place, what refers to it, and what kind of file it stands in. */

import { traitsAmong } from '../../core/file-traits.ts';
import type { FileTrait } from '../../core/file.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import { logShare } from '../log-share.ts';
import type { Candidate } from './candidate.ts';
import type { Features } from './feature-names.ts';

type PlaceFeatures = Pick<
  Features,
  | 'fileRank'
  | 'exported'
  | 'defined'
  | 'definesNothing'
  | 'nesting'
  | 'complexity'
  | 'chunkLines'
  | 'fileLines'
  | 'depth'
  | 'isEntry'
  | 'isStub'
  | 'isReexport'
  | 'isLegacy'
  | 'isChangelog'
>;

const entryStem = /(?:^|\/)(?:index|__init__|main|mod|lib|app|core)\.[^/.]+$/i;

export function featuresOfPlaces(candidates: readonly Candidate[]): (chunk: ChunkRow) => PlaceFeatures {
  const traitsOf = traitsAmong(new Set(candidates.map(({ chunk }) => chunk.path)));
  return (chunk) => {
    const { path, metadata } = chunk;
    const traits = traitsOf(chunk);
    const is = (trait: FileTrait): number => flag(traits.has(trait));
    return {
      fileRank: logShare(chunk.fileRank, 100),
      exported: flag((metadata.exports ?? []).length > 0),
      defined: logShare(metadata.defines.length, 20),
      definesNothing: flag(metadata.defines.length === 0),
      nesting: Math.min(1, (chunk.symbol ?? '').split('.').length / 5),
      complexity: logShare(metadata.complexity ?? 0, 50),
      chunkLines: logShare(chunk.endLine - chunk.startLine + 1, 200),
      fileLines: logShare(chunk.lines, 5_000),
      depth: Math.min(1, path.split('/').length / 10),
      isEntry: flag(entryStem.test(path)),
      isStub: is('stub'),
      isReexport: is('reexport'),
      isLegacy: is('legacy'),
      isChangelog: is('changelog'),
    };
  };
}

export function flag(holds: boolean): number {
  return holds ? 1 : 0;
}
