/**
 * Lists the features that the fitted ranker weighs. A change requires a new fit, because the fitted weights are stored by these names.
 *
 * - `lead…` compares only the leading terms of the question; `…Covered` is the fraction of a name that the question covers.
 * - `…Place` falls with the rank in a list; `source…` is zero unless the file is a source or has the requested role.
 * - `fileBest` is the highest score in the file; `…Rest` averages the next best scores of the file or folder.
 * - `described` compares path, names, signature and documentation together.
 * - `definesAsked` counts definitions only for a lookup; `holdsName` means that the chunk contains a name in the question; `isAskedFor` means
 *   that the question asks for the role of the file.
 */

export const featureNames = [
  'fused',
  'bm25',
  'bm25Place',
  'dense',
  'densePlace',
  'defines',
  'definesAsked',
  'holdsName',
  'stem',
  'stemCovered',
  'folders',
  'foldersCovered',
  'names',
  'nameCovered',
  'signature',
  'documentation',
  'described',
  'text',
  'fileText',
  'leadStem',
  'leadFolders',
  'leadNames',
  'leadFileNames',
  'leadDocumentation',
  'leadDescribed',
  'leadText',
  'leadFileText',
  'fileBest',
  'fileRest',
  'fileChunks',
  'fileDense',
  'folderRest',
  'sourceFused',
  'sourceFileBest',
  'sourceFileRest',
  'fileRank',
  'exported',
  'defined',
  'definesNothing',
  'nesting',
  'complexity',
  'chunkLines',
  'fileLines',
  'depth',
  'isEntry',
  'isTest',
  'isExample',
  'isDocs',
  'isTranslation',
  'isConfig',
  'isAskedFor',
  'isStub',
  'isReexport',
  'isLegacy',
  'isChangelog',
] as const;

export type FeatureName = (typeof featureNames)[number];
export type Features = Readonly<Record<FeatureName, number>>;
