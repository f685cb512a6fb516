/** Every setting that shapes an index or an answer, in one place. Parsed and validated once in `runtime/config.ts`. */

import type { ChunkBudget } from './chunk.ts';

export interface Settings {
  readonly chunk: Required<ChunkBudget>;
  /** Glob patterns of paths to leave out, besides the built-in filters. */
  readonly ignore: readonly string[];
  /** Names for parts of a repository, given to files by path; a file may have several. */
  readonly tags: readonly Tag[];
  /** Names of repositories the deployment keeps for everyone. */
  readonly popular: readonly string[];
  readonly limits: Limits;
  readonly conversation: {
    /** After its last turn a conversation is kept this long. */
    readonly keptDays: number;
    /** A turn nobody listens to is stopped after this long. */
    readonly unheardMs: number;
  };
  readonly versions: {
    /** How long a snapshot is kept after a newer one of the same version has taken its place. */
    readonly replacedKeptMs: number;
    /** Between two uploads of the same version; 0 for as often as one likes. */
    readonly refreshEveryMs: number;
    /** After its last use a repository is dropped; `Infinity` where none is. Popular ones are kept. */
    readonly expireAfterMs: number;
  };
  readonly batch: {
    /** Bytes of files in one pack: one `parse` part. */
    readonly packBytes: number;
    /** Lines of files whose references are resolved in one `link` part. */
    readonly linkLines: number;
    /** Chunks in one `embed` part. */
    readonly embedChunks: number;
    /** Chunks in one `indexing` part. */
    readonly indexChunks: number;
  };
  readonly retrieval: {
    /** Results when a request does not say. */
    readonly topK: number;
    /** Candidates taken from the keyword index before signals are applied. */
    readonly candidates: number;
    /** Whether a model puts questions in the repository's terms where a request does not say. */
    readonly planner: Planner;
    /** Whether a model that writes reads the best spans again where a request does not say. */
    readonly modelReranks: boolean;
    /** Spans a cross-encoder or a model reads again, where there is one. */
    readonly rerankK: number;
    /** Whether files are picked, from the repository's map or by a model from its tree, where a request does not say. */
    readonly fileSelection: FileSelection;
    /** What a picked file counts beside the ranking, 0 to 1, which counts the rest. */
    readonly pickedWeight: number;
    /** Probability that the repository holds an answer, 0 to 1, below which a question is declined. */
    readonly outOfScopeBelow: number;
    /** The same, below which an answer is marked low confidence. */
    readonly lowBelow: number;
  };
}

export type FileSelection = 'map' | 'model' | 'none';
export type Planner = 'embedded' | 'model';

export interface Tag {
  /** A glob over paths. */
  readonly pattern: string;
  readonly tag: string;
}

/** Caps; `Infinity` where the mode sets none. */
export interface Limits {
  readonly maxUploadBytes: number;
  /** Larger files are skipped and listed. */
  readonly maxFileBytes: number;
  /** Lines after filters. */
  readonly maxLines: number;
  /** Files after filters. */
  readonly maxFiles: number;
  readonly maxUnpackedBytes: number;
  readonly maxArchiveRatio: number;
  readonly maxArchiveEntries: number;
}
