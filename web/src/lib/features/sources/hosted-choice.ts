/** What is chosen of a repository before it is added: which state, which folder, how much of its past. Pure. */
import type { AddSource, SourcePreview } from '../../api.ts';

export type HostedPreview = Extract<SourcePreview, { kind: 'github' }>;

export interface HostedChoice {
  /** Empty for the default branch. */
  readonly ref: string;
  /** Empty for the whole repository. */
  readonly subdirectory: string;
  readonly history: NonNullable<AddSource['history']>;
}

/** What the pasted text chose. */
export function choicesOf({ ref, subdirectory }: Pick<HostedPreview, 'ref' | 'subdirectory'>): HostedChoice {
  return { ref: ref ?? '', subdirectory: subdirectory ?? '', history: 'recent' };
}

/** Asked for by its own page, so that nothing of what was pasted holds that is not chosen any more. */
export function wantedSource({ url }: Pick<HostedPreview, 'url'>, choice: HostedChoice): AddSource {
  const ref = choice.ref.trim();
  const subdirectory = choice.subdirectory.trim().replace(/^\/+|\/+$/g, '');
  return {
    source: url,
    history: choice.history,
    ...(ref === '' ? {} : { ref }),
    ...(subdirectory === '' ? {} : { subdirectory }),
  };
}
