/** Query-independent features: size, position, references and kind of file. */

import { createTraitDetector } from '../../core/files/file-traits.ts';
import type { FileTrait } from '../../core/files/file.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import { logScale } from './measures.ts';
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

export function createPlaceFeatures(candidates: readonly Candidate[]): (chunk: ChunkRow) => PlaceFeatures {
  const readTraits = createTraitDetector(new Set(candidates.map(({ chunk }) => chunk.path)));
  return (chunk) => {
    const { path, metadata } = chunk;
    const traits = readTraits(chunk);
    const is = (trait: FileTrait): number => flag(traits.has(trait));
    return {
      fileRank: logScale(chunk.fileRank, 100),
      exported: flag((metadata.exports ?? []).length > 0),
      defined: logScale(metadata.defines.length, 20),
      definesNothing: flag(metadata.defines.length === 0),
      nesting: Math.min(1, (chunk.symbol ?? '').split('.').length / 5),
      complexity: logScale(metadata.complexity ?? 0, 50),
      chunkLines: logScale(chunk.endLine - chunk.startLine + 1, 200),
      fileLines: logScale(chunk.lines, 5_000),
      depth: Math.min(1, path.split('/').length / 10),
      isEntry: flag(entryStem.test(path)),
      isStub: is('stub'),
      isReexport: is('reexport'),
      isLegacy: is('legacy'),
      isChangelog: is('changelog'),
    };
  };
}

export function flag(condition: boolean): number {
  return condition ? 1 : 0;
}
