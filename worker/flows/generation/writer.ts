/** Who writes one answer, with what it may use. */

import type { AttachedFile } from '../../core/attachment.ts';
import type { ModelName } from '../../core/generation.ts';

export interface Writer {
  /** In the order they take over from one another; none: the embedded answerer composes it. */
  readonly models: readonly ModelName[];
  /** As the vendor has it where undefined. */
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number;
  /** The asker's own; the deployment's where undefined. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  /** Files that came with the question. */
  readonly files: readonly AttachedFile[];
}
