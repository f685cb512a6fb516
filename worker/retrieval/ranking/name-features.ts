/** Computes features from the fraction of the question in a candidate's path, names and documentation. */

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

/** Maximum number of names compared one by one for a chunk, and together for a file. */
const maxNames = 40;
const maxFileNames = 200;

export function createNameFeatures(
  candidates: readonly Candidate[],
  { all, lead }: { readonly all: WordCoverage; readonly lead: WordCoverage },
): (chunk: ChunkRow) => NameFeatures {
  const namesByFile = collectFileNames(candidates);
  return (chunk) => {
    const slash = chunk.path.lastIndexOf('/');
    const stem = chunk.path.slice(slash + 1).replace(/\.[^.]+$/, '');
    const folders = chunk.path.slice(0, Math.max(0, slash));
    const names = listNames(chunk);
    const { signature = '', documentation = '' } = chunk.metadata;
    const documented = names.join(' ');
    const described = listDescriptions([chunk.path, documented, signature, documentation]);
    const lastNames = names.slice(0, maxNames).map((name) => name.slice(name.lastIndexOf('.') + 1));
    const covered = coverParts(all, { stem, folders, documented, documentation, described });
    // A question of one sentence has the same terms in both.
    const led =
      lead === all ? covered : coverParts(lead, { stem, folders, documented, documentation, described });
    return {
      ...covered,
      stemCovered: all.coverName(stem),
      foldersCovered: Math.max(0, ...folders.split('/').map((folder) => all.coverName(folder))),
      nameCovered: Math.max(0, ...lastNames.map((name) => all.coverName(name))),
      signature: all.coverTexts(signature),
      leadStem: led.stem,
      leadFolders: led.folders,
      leadNames: led.names,
      leadFileNames: lead.coverTexts(namesByFile.get(chunk.path) ?? ''),
      leadDocumentation: led.documentation,
      leadDescribed: led.described,
    };
  };
}

interface NamedParts {
  readonly stem: string;
  readonly folders: string;
  readonly documented: string;
  readonly documentation: string;
  readonly described: readonly string[];
}

function coverParts(coverage: WordCoverage, { stem, folders, documented, ...texts }: NamedParts) {
  return {
    stem: coverage.coverTexts(stem),
    folders: coverage.coverTexts(folders),
    names: coverage.coverTexts(documented),
    documentation: coverage.coverTexts(texts.documentation),
    described: coverage.coverTexts(...texts.described),
  };
}

/** Returns the texts separately, so that their cached terms are reused, or joined if they are too long together. */
function listDescriptions(texts: readonly string[]): readonly string[] {
  const all = texts.join(' ');
  return all.length > maxTextLength ? [all] : texts;
}

function listNames({ symbol, metadata }: ChunkRow): readonly string[] {
  return [...metadata.defines, symbol ?? '', ...(metadata.headings ?? [])];
}

/** Returns the definitions in the candidates of each file, as one text. */
function collectFileNames(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  const names = new Map<string, string[]>();
  for (const { chunk } of candidates) {
    const known = names.get(chunk.path) ?? [];
    names.set(chunk.path, known);
    if (known.length < maxFileNames)
      known.push(...chunk.metadata.defines.slice(0, maxNames), chunk.symbol ?? '');
  }
  return new Map([...names].map(([path, all]) => [path, all.slice(0, maxFileNames).join(' ')]));
}
