/** Advice for problems with a source, in the terms of the app. It replaces the server's advice, which is for API clients. */
import type { Problem } from '../../api.ts';

interface SourceAdvice {
  readonly title: string;
  readonly detail: string;
  readonly fix: string;
  /** A stored token may help. */
  readonly suggestsToken: boolean;
  /** An uploaded archive or the command line helps. */
  readonly suggestsUpload: boolean;
}

type Advice = Partial<SourceAdvice>;

const adviceByCode: Readonly<Record<string, Advice>> = {
  source_invalid: {
    title: 'This source is not supported',
    fix: 'Add a GitHub repository or web documentation. For anything else, upload an archive or index a clone from a terminal.',
    suggestsUpload: true,
  },
  source_not_found: {
    title: 'GitHub has no such repository',
    fix: 'Check the spelling. If the repository is private, store a token that can read it.',
    suggestsToken: true,
  },
  source_forbidden: {
    fix: 'Store a token that can read its contents, pull requests and issues.',
    suggestsToken: true,
  },
  token_refused: {
    title: 'GitHub rejected the stored token',
    fix: 'The token has expired or was revoked. Store another one.',
    suggestsToken: true,
  },
  host_limited: {
    title: 'GitHub’s rate limit is reached',
    fix: 'Store your own token to raise the limit.',
    suggestsToken: true,
  },
  host_unavailable: { title: 'GitHub does not respond', fix: 'Try again in a moment.' },
  ref_not_found: { fix: 'Choose another branch or tag, or leave the field empty for the default branch.' },
  address_refused: {
    title: 'This address is not allowed',
    fix: 'Documentation must be on a public address and its standard port.',
  },
  crawl_empty: {
    fix: 'Check the URL, or add the current URL of the documentation.',
  },
  refresh_too_soon: {
    title: 'The repository was indexed recently',
    fix: 'You can ask about the indexed version, or add another version now.',
  },
  sign_in_required: {
    title: 'Sign in to add a repository',
    detail: 'Visitors can ask about the repositories that are here already.',
    fix: '',
  },
  // Links below the problem say what helps.
  limit_reached: { fix: '' },
  tokens_not_kept: {
    title: 'This server does not store tokens',
    fix: 'Its operator can set TOKEN_KEYS, the keys that encrypt tokens.',
  },
};

export function sourceAdvice({
  title,
  detail,
  fix,
  code,
}: Pick<Problem, 'title' | 'detail' | 'fix' | 'code'>): SourceAdvice {
  return { title, detail, fix, suggestsToken: false, suggestsUpload: false, ...adviceByCode[code] };
}

/** The source that the problem suggests instead. */
export function findSuggestedSource({ details }: Pick<Problem, 'details'>): string | undefined {
  const suggestion = details?.['didYouMean'];
  return typeof suggestion === 'string' ? suggestion : undefined;
}

/** When the host accepts requests again, in milliseconds since 1970; undefined if the problem does not state it. */
export function findRetryAt({ details }: Pick<Problem, 'details'>): number | undefined {
  const retryAt = details?.['retryAt'];
  return typeof retryAt === 'number' && Number.isFinite(retryAt) ? retryAt : undefined;
}

/** The id of the existing repository, if the problem is that the repository was indexed recently. */
export function findExistingId({ code, details }: Pick<Problem, 'code' | 'details'>): string | undefined {
  const id = code === 'refresh_too_soon' ? details?.['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}
