/** Names on GitHub and in git: which may be, and what they are once taken apart. */

import { AppError } from './errors.ts';

/** A repository and what of it an address names. */
export interface GitHubPage {
  readonly owner: string;
  readonly name: string;
  readonly ref: string | undefined;
  readonly subdirectory: string | undefined;
  readonly refAndPath: string | undefined;
  readonly pathIs: 'folder' | 'file' | undefined;
}

const maxRefLength = 200;

/** People and organisations; those an enterprise manages have an underscore: https://docs.github.com/enterprise-cloud. */
export function isOwner(owner: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,38})$/.test(owner);
}

export function isRepositoryName(name: string): boolean {
  return /^[\w.-]{1,100}$/.test(name) && !/^\.{1,2}$/.test(name);
}

/**
 * A branch, tag or commit; `refs/heads/` and `refs/tags/` are left off.
 * @returns undefined for `HEAD`, the default branch, whatever that is called
 * @throws AppError `source_invalid` where git could call nothing so: https://git-scm.com/docs/git-check-ref-format
 */
export function readRef(text: string): string | undefined {
  const ref = text.replace(/^refs\/(?:heads|tags)\//, '');
  if (ref === 'HEAD') return undefined;
  if (ref.startsWith('semver:')) throw noRef(ref, 'is a range of versions: name a tag of it');
  if (ref === '') throw noRef(ref, 'is empty');
  if (ref.length > maxRefLength) throw noRef(ref, `has ${ref.length} characters, ${maxRefLength} may be`);
  // oxlint-disable-next-line no-control-regex -- git forbids them
  const isWrong = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.lock(?:\/|$)|^[-/.]|\/\.|[/.]$|^@$/.test(ref);
  if (isWrong || /[\p{Cc}\p{Cs}]/u.test(ref)) throw noRef(ref, 'is no name git gives');
  return ref;
}

function noRef(ref: string, why: string): AppError {
  const shown = ref.length > 60 ? `${ref.slice(0, 59)}…` : ref;
  return new AppError('source_invalid', `The branch, tag or commit ${JSON.stringify(shown)} ${why}.`);
}
