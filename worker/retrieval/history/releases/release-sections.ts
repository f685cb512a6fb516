/** Splits release notes at headings with a version or date, in Markdown and reStructuredText. */

export interface ReleaseSection {
  /** The name as written in the heading: `1.2.0`, `2024-01-31`, `Unreleased`. */
  readonly name: string;
  /** Line numbers from 1: the heading, the first line after it, and the last line before the next heading. */
  readonly headingLine: number;
  readonly startLine: number;
  readonly endLine: number;
}

const fileName =
  /^(?:change(?:s|log|-log)?|history|news|releases?|release[-_ ]?notes?|what'?s[-_]?new)(?:\.(?:md|mdx|markdown|rst|txt))?$/i;
/** Maximum heading length. A longer line is not a heading. */
const maxHeadingLength = 120;
const markdownHeading = /^#{1,4}[ \t]+(.*?)[ \t]*#*$/;
const underline = /^([=\-~^"'*+#`])\1{2,}[ \t]*$/;
const versionPattern =
  /(?<![\w.])v?\d{1,5}(?:\.\d{1,5}){1,3}(?:[-.]?(?:a|b|rc|alpha|beta|pre|dev|post)[-.]?\d*)?(?![\w]|\.\d)/i;
const datePattern = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/;
const unreleased = /^\W*((?:unreleased|latest changes|upcoming|next(?: release| version)?)\b)/i;

export function isReleaseNotes(path: string): boolean {
  return fileName.test(path.slice(path.lastIndexOf('/') + 1));
}

/**
 * @param lines lines of the file, with or without line endings
 * @returns no sections if no heading contains a version or date
 */
export function findReleaseSections(lines: readonly string[]): readonly ReleaseSection[] {
  const headings = lines.flatMap((line, index) => {
    const text = headingAt(lines, index, line);
    const name = text === undefined ? undefined : readReleaseName(text.words);
    return text === undefined || name === undefined ? [] : [{ name, index, nextLine: text.nextLine }];
  });
  // A heading such as "Unreleased" is a release only next to a version or date.
  if (headings.every(({ name }) => unreleased.test(name))) return [];
  return headings.map(({ name, index, nextLine }, at) => ({
    name,
    headingLine: index + 1,
    startLine: nextLine + 1,
    endLine: headings[at + 1]?.index ?? lines.length,
  }));
}

/** Returns the heading's text and the index of the line after it. */
function headingAt(
  lines: readonly string[],
  index: number,
  line: string,
): { readonly words: string; readonly nextLine: number } | undefined {
  if (line.length > maxHeadingLength || line.trim() === '') return undefined;
  const [, words] = markdownHeading.exec(line.trimEnd()) ?? [];
  if (words !== undefined) return { words, nextLine: index + 1 };
  const below = lines[index + 1]?.trimEnd() ?? '';
  if (/^\s/.test(line) || underline.test(line.trimEnd()) || !underline.test(below)) return undefined;
  return { words: line.trim(), nextLine: index + 2 };
}

function readReleaseName(heading: string): string | undefined {
  return versionPattern.exec(heading)?.[0] ?? datePattern.exec(heading)?.[0] ?? unreleased.exec(heading)?.[1];
}

/** Whether a section is about a version, in any notation: `v1.2` equals `1.2.0`. */
export function matchesVersion({ name }: Pick<ReleaseSection, 'name'>, requested: string): boolean {
  return normalizeVersion(name) === normalizeVersion(requested);
}

function normalizeVersion(name: string): string {
  return name
    .toLowerCase()
    .replace(/^v/, '')
    .replace(/(?:\.0)+$/, '');
}
