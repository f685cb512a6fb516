/** Recognizes typed sources, and builds the request to add a repository from the user's choices. */
import type { AddSource, SourcePreview } from '../../api.ts';

export type HostedPreview = Extract<SourcePreview, { kind: 'github' }>;

export interface HostedChoice {
  /** Empty for the default branch. */
  readonly ref: string;
  /** Empty for the whole repository. */
  readonly subdirectory: string;
  readonly history: NonNullable<AddSource['history']>;
}

/** The choices that the typed text contains, such as a branch in a GitHub URL. */
export function defaultChoice({
  ref,
  subdirectory,
}: Pick<HostedPreview, 'ref' | 'subdirectory'>): HostedChoice {
  return { ref: ref ?? '', subdirectory: subdirectory ?? '', history: 'recent' };
}

/** Uses the repository's own URL, so that a branch or folder in the typed text does not override the choices. */
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

/** The server's limit, in characters. */
const maxLength = 2_000;

/**
 * Whether typed text is complete enough for a preview request: `owner/name` from the first character of the name, a URL from the third
 * character after its scheme. The check takes linear time. Only the server decides what the source is.
 */
export function looksLikeSource(text: string): boolean {
  const source = text.trim();
  if (source === '' || source.length > maxLength) return false;
  const scheme = /^[a-z][a-z0-9+.-]*:\/*/i.exec(source);
  if (scheme !== null) return source.slice(scheme[0].length).length >= 3;
  return /^[^/\s]+\/[^/\s]|\s\S+\/\S|^[^@\s]+@[^:\s]+:\S/.test(source);
}
