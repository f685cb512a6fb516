/**
 * Reads the documentation of a module: the comment or docstring that opens the file. A license notice is passed over, and a comment that documents
 * the first definition is not the module's.
 */

interface ModuleComment {
  readonly text: string;
  /** 1-based. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Lines that are read of a file. */
const maxLines = 120;
const notice =
  /copyright|spdx-license|licen[cs]ed? (?:under|to|file|information)|all rights reserved|permission is hereby|redistribution|@licen[cs]e|code generated|do not edit/i;
const moduleTag = /@(?:module|packageDocumentation|file|fileoverview|overview)\b/;

/** @returns undefined if the file has no documentation of its own */
export function readModuleComment(path: string, text: string): ModuleComment | undefined {
  const lines = text.split('\n', maxLines).map((line) => line.replace(/\r$/, ''));
  for (let at = 0; at < lines.length;) {
    const line = (lines[at] ?? '').trim();
    if (line === '' || /^#!|^# -\*-|^["']use \w+["'];?$|^<\?php|^#!?\[|^\/\/go:|^\/\/ \+build/.test(line)) {
      at += 1;
      continue;
    }
    const comment = readCommentAt(lines, at);
    if (comment === undefined) return undefined;
    const found = { text: comment.text, startLine: at + 1, endLine: comment.next };
    if (!notice.test(comment.text) && isOfModule(path, comment, lines[comment.next])) return found;
    if (!notice.test(comment.text)) return undefined;
    at = comment.next;
  }
  return undefined;
}

interface Comment {
  readonly text: string;
  readonly kind: 'docstring' | 'block' | 'line' | 'inner';
  /** Index of the line after it. */
  readonly next: number;
}

function readCommentAt(lines: readonly string[], at: number): Comment | undefined {
  const line = (lines[at] ?? '').trim();
  const docstring = /^[rRuU]{0,2}("""|''')/.exec(line)?.[1];
  if (docstring !== undefined) return readUntil(lines, at, docstring, 'docstring');
  if (line.startsWith('/*')) return readUntil(lines, at, '*/', 'block');
  const mark = /^(?:\/\/!|\/\/|#)/.exec(line)?.[0];
  if (mark === undefined) return undefined;
  let next = at;
  const text: string[] = [];
  while (next < lines.length && (lines[next] ?? '').trim().startsWith(mark)) {
    text.push(
      (lines[next] ?? '')
        .trim()
        .slice(mark.length)
        .replace(/^\/? ?/, ''),
    );
    next += 1;
  }
  return { text: text.join('\n').trim(), kind: mark === '//!' ? 'inner' : 'line', next };
}

function readUntil(
  lines: readonly string[],
  at: number,
  close: string,
  kind: Comment['kind'],
): Comment | undefined {
  const opening = kind === 'block' ? /^\s*\/\*[*!]?/ : /^\s*[rRuU]{0,2}(?:"""|''')/;
  const text: string[] = [];
  for (let index = at; index < lines.length; index += 1) {
    const line = index === at ? (lines[index] ?? '').replace(opening, '') : (lines[index] ?? '');
    const end = line.indexOf(close);
    text.push((end === -1 ? line : line.slice(0, end)).replace(kind === 'block' ? /^\s*\* ?/ : /^\s+/, ''));
    if (end !== -1) return { text: text.join('\n').trim(), kind, next: index + 1 };
  }
  return undefined;
}

/** @param after the line after the comment */
function isOfModule(path: string, { kind, text }: Comment, after = ''): boolean {
  if (/\.pyi?$/.test(path)) return kind === 'docstring';
  if (path.endsWith('.rs')) return kind === 'inner';
  if (/\.go$/.test(path)) return /^package \w+/.test(after.trim());
  if (path.endsWith('package-info.java')) return kind === 'block';
  if (!/\.[cm]?[jt]sx?$/.test(path)) return false;
  return moduleTag.test(text) || (kind === 'block' && after.trim() === '');
}
