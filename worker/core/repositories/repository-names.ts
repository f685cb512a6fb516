/** Validates names of GitHub owners and repositories, git refs, and uploads. */

import { AppError } from '../errors.ts';
import { truncate } from '../text/truncate.ts';

/** An address on GitHub: the repository, and the ref and path in the address. */
export interface GitHubPage {
  readonly owner: string;
  readonly name: string;
  readonly ref: string | undefined;
  readonly subdirectory: string | undefined;
  /** The rest of `…/tree/<ref>/<path>`; only the host knows where the ref ends. */
  readonly refAndPath: string | undefined;
  readonly pathKind: 'folder' | 'file' | undefined;
}

const maxRefLength = 200;

/** Users and organizations. Logins of enterprise-managed users contain an underscore: https://docs.github.com/enterprise-cloud. */
export function isOwner(owner: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,38})$/.test(owner);
}

export function isRepositoryName(name: string): boolean {
  return /^[\w.-]{1,100}$/.test(name) && !/^\.{1,2}$/.test(name);
}

/**
 * A branch, tag or commit, without `refs/heads/` or `refs/tags/`.
 * @returns undefined for `HEAD`, the default branch
 * @throws AppError `source_invalid` if git does not allow the name: https://git-scm.com/docs/git-check-ref-format
 */
export function parseRef(text: string): string | undefined {
  const ref = text.replace(/^refs\/(?:heads|tags)\//, '');
  if (ref === 'HEAD') return undefined;
  if (ref.startsWith('semver:')) throw invalidRef(ref, 'is a version range; name a tag instead');
  if (ref === '') throw invalidRef(ref, 'is empty');
  if (ref.length > maxRefLength)
    throw invalidRef(ref, `has ${ref.length} characters; the maximum is ${maxRefLength}`);
  // oxlint-disable-next-line no-control-regex -- git forbids them
  const isForbidden = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.lock(?:\/|$)|^[-/.]|\/\.|[/.]$|^@$/.test(ref);
  if (isForbidden || /[\p{Cc}\p{Cs}]/u.test(ref)) throw invalidRef(ref, 'is not a valid git ref');
  return ref;
}

function invalidRef(ref: string, problem: string): AppError {
  const quoted = JSON.stringify(truncate(ref, 60));
  return new AppError('source_invalid', `The branch, tag or commit ${quoted} ${problem}.`);
}

/** Prefixes of names that the server assigns, and URL schemes. */
const reservedPrefix = /^(?:live|github|web|upload|git|ssh|https?|file):/i;

/**
 * The name of an uploaded repository: one line that is not a path, an address or a name that the server assigns.
 * @returns the name in Unicode NFC
 * @throws AppError `invalid_request`
 */
export function readUploadName(text: string): string {
  const name = text.normalize('NFC');
  const [prefix] = reservedPrefix.exec(name) ?? [];
  if (prefix !== undefined)
    throw invalidName(name, `the prefix ${JSON.stringify(prefix)} is reserved; remove it`);
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    throw invalidName(name, 'it contains a control character or an invisible character; remove it');
  if (name.trim() !== name) throw invalidName(name, 'it begins or ends with white space; remove it');
  if (name.includes('\\')) throw invalidName(name, 'it contains a backslash; use `/`');
  if (name.split('/').some((segment) => /^\.{0,2}$/.test(segment)))
    throw invalidName(name, 'a segment between slashes is empty, `.` or `..`; remove it');
  return name;
}

function invalidName(name: string, reason: string): AppError {
  return new AppError(
    'invalid_request',
    `name: ${JSON.stringify(name.slice(0, 80))} is not valid: ${reason}.`,
  );
}
