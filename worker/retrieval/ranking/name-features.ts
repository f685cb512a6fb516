/** Features from how much of the question a candidate's path, names and documentation contain. */

import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { Candidate } from './candidate.ts';
import type { Features } from './feature-names.ts';
import { longestText, type WordCoverage } from './word-coverage.ts';

type NameFeatures = Pick<
  Features,
  | 'stem'
  | 'stemCovered'
  | 'folders'
  | 'foldersCovered'
  | 'names'
  | 'nameCovered'
  | 'signature'
  | 'documentation'
  | 'described'
  | 'leadStem'
  | 'leadFolders'
  | 'leadNames'
  | 'leadFileNames'
  | 'leadDocumentation'
  | 'leadDescribed'
>;

/** Names of one chunk that are looked at one by one, and of one file together. */
const mostNames = 40;
const mostFileNames = 200;

export function createNameFeatures(
  candidates: readonly Candidate[],
  { all, lead }: { readonly all: WordCoverage; readonly lead: WordCoverage },
): (chunk: ChunkRow) => NameFeatures {
  const ofFiles = namesOfFiles(candidates);
  return (chunk) => {
    const slash = chunk.path.lastIndexOf('/');
    const stem = chunk.path.slice(slash + 1).replace(/\.[^.]+$/, '');
    const folders = chunk.path.slice(0, Math.max(0, slash));
    const names = namesOf(chunk);
    const { signature = '', documentation = '' } = chunk.metadata;
    const said = names.join(' ');
    const described = describedBy([chunk.path, said, signature, documentation]);
    const lastNames = names.slice(0, mostNames).map((name) => name.slice(name.lastIndexOf('.') + 1));
    return {
      stem: all.held(stem),
      stemCovered: all.covered(stem),
      folders: all.held(folders),
      foldersCovered: Math.max(0, ...folders.split('/').map((folder) => all.covered(folder))),
      names: all.held(said),
      nameCovered: Math.max(0, ...lastNames.map((name) => all.covered(name))),
      signature: all.held(signature),
      documentation: all.held(documentation),
      described: all.held(...described),
      leadStem: lead.held(stem),
      leadFolders: lead.held(folders),
      leadNames: lead.held(said),
      leadFileNames: lead.held(ofFiles.get(chunk.path) ?? ''),
      leadDocumentation: lead.held(documentation),
      leadDescribed: lead.held(...described),
    };
  };
}

/** Each by itself, so that none is read twice; as one where that would be cut. */
function describedBy(texts: readonly string[]): readonly string[] {
  const all = texts.join(' ');
  return all.length > longestText ? [all] : texts;
}

function namesOf({ symbol, metadata }: ChunkRow): readonly string[] {
  return [...metadata.defines, symbol ?? '', ...(metadata.headings ?? [])];
}

/** What was found of each file defines, as one text. */
function namesOfFiles(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  const names = new Map<string, string[]>();
  for (const { chunk } of candidates) {
    const known = names.get(chunk.path) ?? [];
    names.set(chunk.path, known);
    if (known.length < mostFileNames)
      known.push(...chunk.metadata.defines.slice(0, mostNames), chunk.symbol ?? '');
  }
  return new Map([...names].map(([path, all]) => [path, all.slice(0, mostFileNames).join(' ')]));
}
