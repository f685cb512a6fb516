/**
 * The lines that a commit changed: for each file, the hunks of a unified diff. Long patches are cut, and each cut file is marked, so that a
 * reader knows that lines are missing.
 */

/** Maximum length of one file's hunks, and of all hunks of a commit, in UTF-16 units. */
export const maxFilePatchLength = 20_000;
export const maxCommitPatchLength = 100_000;

export interface FilePatch {
  /** The path after the commit, or before it if the commit deleted the file. */
  readonly path: string;
  /** Hunks of a unified diff without the file's header, with secrets masked. */
  readonly hunks: string;
  /** Further changed lines of the file are missing. */
  readonly isCut: boolean;
}

export interface DiffHunk {
  /** 1-based numbers of its first line before and after the commit; 0 if there are no lines on that side. */
  readonly oldStart: number;
  readonly newStart: number;
  /** The line of code above the hunk that git considers its heading; empty for none. */
  readonly heading: string;
  /** Each line starts with a space (unchanged), `+` (added) or `-` (removed). */
  readonly lines: readonly string[];
}

/** Cuts files at the end of a line, in order, until the whole commit is within its limit. Files without any remaining line are omitted. */
export function limitPatch(files: readonly FilePatch[]): readonly FilePatch[] {
  const limited: FilePatch[] = [];
  let rest = maxCommitPatchLength;
  for (const file of files) {
    const limit = Math.min(rest, maxFilePatchLength);
    const isLonger = file.hunks.length > limit;
    const hunks = isLonger ? cutAtLineEnd(file.hunks, limit) : file.hunks;
    if (hunks === '') continue;
    limited.push({ path: file.path, hunks, isCut: isLonger || file.isCut });
    rest -= hunks.length;
  }
  return limited;
}

/** A header alone says nothing, so at least one changed line remains, or nothing. */
function cutAtLineEnd(hunks: string, length: number): string {
  const end = hunks.lastIndexOf('\n', length);
  const cut = end < 0 ? '' : hunks.slice(0, end);
  return /^[-+]/m.test(cut) ? cut : '';
}

const hunkHeader = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** Lines that are neither headers nor part of a hunk, such as `\ No newline at end of file`, are ignored. */
export function parseHunks(text: string): readonly DiffHunk[] {
  const hunks: { oldStart: number; newStart: number; heading: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const [, oldStart, newStart, heading = ''] = hunkHeader.exec(line) ?? [];
    if (oldStart !== undefined) {
      hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), heading, lines: [] });
    } else if (/^[-+ ]/.test(line)) hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}

const linePrefix = /^(?:@@ [^@]{1,100} @@ ?|[-+ \\])/;

/**
 * Applies a function to the code of a patch as one text, without the prefixes of its lines, because a secret may span lines.
 * @param change must keep the length and the line breaks
 */
export async function changeCode(hunks: string, change: (code: string) => Promise<string>): Promise<string> {
  const lines = hunks.split('\n').map((line) => {
    const prefix = linePrefix.exec(line)?.[0] ?? '';
    return { prefix, code: line.slice(prefix.length) };
  });
  const changed = (await change(lines.map(({ code }) => code).join('\n'))).split('\n');
  return lines.map(({ prefix, code }, index) => prefix + (changed[index] ?? code)).join('\n');
}
