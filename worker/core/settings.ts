/** Every setting that shapes an index or an answer. `runtime/config.ts` parses and validates them once. */

import type { ChunkBudget } from './code/chunk.ts';

export interface Settings {
  readonly chunk: Required<ChunkBudget>;
  /** Glob patterns of paths to exclude, in addition to the built-in filters. */
  readonly ignore: readonly string[];
  /** Labels for parts of a repository, assigned to files by path; a file may have several. */
  readonly tags: readonly Tag[];
  /** Names of the repositories that the deployment indexes for everyone. */
  readonly popular: readonly string[];
  readonly limits: Limits;
  readonly conversation: {
    /** How long a conversation is retained after its last turn. */
    readonly keptDays: number;
    /** A turn without subscribers is stopped after this long. */
    readonly unheardMs: number;
  };
  readonly versions: {
    /** How long a snapshot is retained after a newer one of the same version has replaced it. */
    readonly replacedKeptMs: number;
    /** Minimum time between two uploads of the same version; 0 for no limit. */
    readonly refreshEveryMs: number;
    /** A repository is deleted this long after its last use; `Infinity` for never. Popular ones do not expire. */
    readonly expireAfterMs: number;
  };
  readonly batch: {
    /** Bytes of files in one pack, which is one `parse` part. */
    readonly packBytes: number;
    /** Lines of files whose references are resolved in one `link` part. */
    readonly linkLines: number;
    /** Chunks in one `embed` part. */
    readonly embedChunks: number;
    /** Chunks in one `index` part. */
    readonly indexChunks: number;
  };
  readonly retrieval: {
    /** Results if a request does not set a number. */
    readonly topK: number;
    /** Candidates taken from the keyword index before ranking signals apply. */
    readonly candidates: number;
    /** Whether a model rewrites questions in the repository's terms, unless a request decides otherwise. */
    readonly planner: Planner;
    /** Whether a generating model reranks the best spans, unless a request decides otherwise. */
    readonly modelReranks: boolean;
    /** Spans that a cross-encoder or a model reranks, if one is configured. */
    readonly rerankK: number;
    /** How files are preselected, from the repository map or by a model from the file tree, unless a request decides otherwise. */
    readonly fileSelection: FileSelection;
    /** Weight of a preselected file, 0 to 1; the ranking has the remaining weight. */
    readonly pickedWeight: number;
    /** Who chooses the definitions that come first in the context for a question, unless a request decides otherwise. */
    readonly definitionChoice: DefinitionChooser;
    /** A question is declined if the probability that the repository contains an answer, 0 to 1, is below this. */
    readonly outOfScopeBelow: number;
    /** An answer is marked low confidence if the probability that the best spans answer the question is below this. */
    readonly lowBelow: number;
    /** Tokens and spans of the context for a question, which a model also receives, unless a request sets them. */
    readonly contextTokens: number;
    readonly contextSpans: number;
  };
}

export const fileSelections = ['map', 'model', 'none'] as const;
export type FileSelection = (typeof fileSelections)[number];
export const definitionChoosers = ['model', 'ranking'] as const;
export type DefinitionChooser = (typeof definitionChoosers)[number];
export const planners = ['embedded', 'model'] as const;
export type Planner = (typeof planners)[number];

export interface Tag {
  /** A glob over paths. */
  readonly pattern: string;
  readonly tag: string;
}

/** Size limits; `Infinity` if the mode sets none. */
export interface Limits {
  readonly maxUploadBytes: number;
  /** Larger files are skipped and listed. */
  readonly maxFileBytes: number;
  /** Lines that remain after filters. */
  readonly maxLines: number;
  /** Files that remain after filters. */
  readonly maxFiles: number;
  readonly maxUnpackedBytes: number;
  readonly maxArchiveRatio: number;
  readonly maxArchiveEntries: number;
}
