/** The choices for a repository before it is added: branch or tag, folder and history depth. Pure. */
import type { AddSource, SourcePreview } from '../../api.ts';

export type HostedPreview = Extract<SourcePreview, { kind: 'github' }>;

export interface HostedChoice {
  /** Empty for the default branch. */
  readonly ref: string;
  /** Empty for the whole repository. */
  readonly subdirectory: string;
  readonly history: NonNullable<AddSource['history']>;
}

/** The choices that the pasted text contains. */
export function defaultChoice({
  ref,
  subdirectory,
}: Pick<HostedPreview, 'ref' | 'subdirectory'>): HostedChoice {
  return { ref: ref ?? '', subdirectory: subdirectory ?? '', history: 'recent' };
}

/** Uses the repository's own URL, so that a branch or folder in the pasted text no longer applies. */
export function toAddSource({ url }: Pick<HostedPreview, 'url'>, choice: HostedChoice): AddSource {
  const ref = choice.ref.trim();
  const subdirectory = choice.subdirectory.trim().replace(/^\/+|\/+$/g, '');
  return {
    source: url,
    history: choice.history,
    ...(ref === '' ? {} : { ref }),
    ...(subdirectory === '' ? {} : { subdirectory }),
  };
}
