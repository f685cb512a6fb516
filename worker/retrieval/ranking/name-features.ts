/** Features from how much of the question a candidate's path, names and documentation contain. */

import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { Candidate } from './candidate.ts';
import type { Features } from './feature-names.ts';
import { maxTextLength, type WordCoverage } from './word-coverage.ts';

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

/** Maximum names compared one by one for a chunk, and together for a file. */
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
    const names = listNames(chunk);
    const { signature = '', documentation = '' } = chunk.metadata;
    const documented = names.join(' ');
    const described = describedBy([chunk.path, documented, signature, documentation]);
    const lastNames = names.slice(0, mostNames).map((name) => name.slice(name.lastIndexOf('.') + 1));
    return {
      stem: all.inTexts(stem),
      stemCovered: all.ofName(stem),
      folders: all.inTexts(folders),
      foldersCovered: Math.max(0, ...folders.split('/').map((folder) => all.ofName(folder))),
      names: all.inTexts(documented),
      nameCovered: Math.max(0, ...lastNames.map((name) => all.ofName(name))),
      signature: all.inTexts(signature),
      documentation: all.inTexts(documentation),
      described: all.inTexts(...described),
      leadStem: lead.inTexts(stem),
      leadFolders: lead.inTexts(folders),
      leadNames: lead.inTexts(documented),
      leadFileNames: lead.inTexts(ofFiles.get(chunk.path) ?? ''),
      leadDocumentation: lead.inTexts(documentation),
      leadDescribed: lead.inTexts(...described),
    };
  };
}

/** Each name separately, so that none is read twice; as one text if there are too many. */
function describedBy(texts: readonly string[]): readonly string[] {
  const all = texts.join(' ');
  return all.length > maxTextLength ? [all] : texts;
}

function listNames({ symbol, metadata }: ChunkRow): readonly string[] {
  return [...metadata.defines, symbol ?? '', ...(metadata.headings ?? [])];
}

/** The definitions of the found chunks of each file, as one text. */
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
