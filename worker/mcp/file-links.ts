/** Links to lines of a file in the app. A tool returns them, and `read_file` accepts them. */

import { formatFileAddress, type FileLines } from '../core/repositories/file-address.ts';

interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

export function formatFileLink(origin: string, lines: FileLines): string {
  return origin + formatFileAddress(lines);
}

/** `src/app.ts:10-42`, or `src/app.ts:10` for one line. */
export function formatLocation({ path, startLine, endLine }: Pick<FileLines, 'path'> & LineRange): string {
  return `${path}:${formatLineRange({ startLine, endLine })}`;
}

export function formatLineRange({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
}

/** @returns undefined if the text is no link to a file */
export function parseFileLink(text: string): FileLines | undefined {
  const url = URL.canParse(text, 'http://localhost') ? new URL(text, 'http://localhost') : undefined;
  const [, id, path] = /^\/r\/([^/]+)\/files\/(.+)$/.exec(url?.pathname ?? '') ?? [];
  const [repositoryId, decoded] = [decodeComponent(id), decodeComponent(path)];
  if (url === undefined || !isRepositoryId(repositoryId) || !isFilePath(decoded)) return undefined;
  const [, first, last] = /^#L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(url.hash) ?? [];
  return {
    repositoryId,
    path: decoded,
    version: url.searchParams.get('version') ?? undefined,
    ...(first === undefined ? {} : { startLine: Number(first), endLine: Number(last ?? first) }),
  };
}

/** Whether a path stays a path in the address of a request. `..` would lead to another route. */
export function isFilePath(path: string | undefined): path is string {
  return path !== undefined && path.split('/').every((segment) => segment !== '.' && segment !== '..');
}

export function isRepositoryId(id: string | undefined): id is string {
  return id !== undefined && /^[\w-]{1,100}$/.test(id);
}

export function decodeComponent(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
