/** Names of uploaded repositories: one line that cannot be taken for a path, an address or a name the server gives. */

import { AppError } from './errors.ts';

/** Before a colon: what the server calls repositories by, and how addresses begin. */
const reservedPrefix = /^(?:live|github|web|upload|git|ssh|https?|file):/i;

/** @returns the name in Unicode's composed form @throws AppError `invalid_request` */
export function readUploadName(text: string): string {
  const name = text.normalize('NFC');
  const [prefix] = reservedPrefix.exec(name) ?? [];
  if (prefix !== undefined)
    throw refused(name, `names that begin with ${JSON.stringify(prefix)} are reserved; leave the prefix out`);
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    throw refused(name, 'it has a control character, or one that is not shown; leave it out');
  if (name.trim() !== name) throw refused(name, 'it begins or ends with white space; leave it out');
  if (name.includes('\\')) throw refused(name, 'it has a backslash; use `/`');
  if (name.split('/').some((segment) => /^\.{0,2}$/.test(segment)))
    throw refused(name, 'one of its parts between slashes is empty, `.` or `..`; leave that part out');
  return name;
}

function refused(name: string, why: string): AppError {
  return new AppError('invalid_request', `name: ${JSON.stringify(name.slice(0, 80))} is refused: ${why}.`);
}
