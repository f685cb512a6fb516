/** What a person does about a source that cannot be had: the app's own words and ways, where the server's speak to those who call it. */
import type { Problem } from '../../api.ts';

interface SourceAdvice {
  readonly title: string;
  readonly detail: string;
  readonly fix: string;
  /** Whether a token that is stored may help. */
  readonly wantsToken: boolean;
  /** Whether the archive or the command line is the way. */
  readonly wantsUpload: boolean;
}

type Words = Partial<Pick<SourceAdvice, 'title' | 'fix' | 'wantsToken' | 'wantsUpload'>>;

const words: Readonly<Record<string, Words>> = {
  source_invalid: {
    title: 'This is no address that can be read',
    fix: 'Of code hosts GitHub is read, and of the web documentation. Anything else: upload an archive of it, or index a clone from a terminal.',
    wantsUpload: true,
  },
  source_not_found: {
    title: 'GitHub shows no such repository',
    fix: 'Check the spelling. If it is private, store a token that may read it.',
    wantsToken: true,
  },
  source_forbidden: {
    fix: 'A token that may read its contents, pull requests and issues may help.',
    wantsToken: true,
  },
  token_refused: {
    title: 'GitHub refuses the token that is stored',
    fix: 'It has expired or was withdrawn: store another.',
    wantsToken: true,
  },
  host_limited: {
    title: 'GitHub takes no more calls for now',
    fix: 'With a token of yours it takes more.',
    wantsToken: true,
  },
  host_unavailable: { title: 'GitHub does not answer', fix: 'Try again in a moment.' },
  ref_not_found: { fix: 'Choose another branch or tag, or leave it empty for the default one.' },
  address_refused: {
    title: 'That address is not asked',
    fix: 'Documentation is read from public addresses alone, on their usual port.',
  },
  crawl_empty: {
    fix: 'Check its address, or add the one it lies at by now.',
  },
  refresh_too_soon: {
    title: 'It was indexed a short while ago',
    fix: 'What is there can be asked meanwhile; another version can be added now.',
  },
  tokens_not_kept: {
    title: 'This deployment keeps no tokens',
    fix: 'Whoever runs it sets TOKEN_KEYS, the keys tokens are encrypted with.',
  },
};

export function sourceAdvice({
  title,
  detail,
  fix,
  code,
}: Pick<Problem, 'title' | 'detail' | 'fix' | 'code'>): SourceAdvice {
  return { title, fix, wantsToken: false, wantsUpload: false, ...words[code], detail };
}

/** What may be pasted instead, where the problem asks whether that was meant. */
export function meantOf({ details }: Pick<Problem, 'details'>): string | undefined {
  const meant = details?.['didYouMean'];
  return typeof meant === 'string' ? meant : undefined;
}

/** When a host takes calls again, in milliseconds since 1970; undefined where the problem does not tell. */
export function retryAtOf({ details }: Pick<Problem, 'details'>): number | undefined {
  const at = details?.['retryAt'];
  return typeof at === 'number' && Number.isFinite(at) ? at : undefined;
}

/** What is there already, where the problem is that it is. */
export function heldIdOf({ code, details }: Pick<Problem, 'code' | 'details'>): string | undefined {
  const id = code === 'refresh_too_soon' ? details?.['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}
