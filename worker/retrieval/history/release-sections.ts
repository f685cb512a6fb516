/** Splits release notes at headings that name a version or date, in Markdown and reStructuredText. */

export interface ReleaseSection {
  /** As it is written in the heading: `1.2.0`, `2024-01-31`, `Unreleased`. */
  readonly name: string;
  /** Lines of the file from 1: its heading, what follows it, and the last one before the next. */
  readonly headingLine: number;
  readonly startLine: number;
  readonly endLine: number;
}

const fileName =
  /^(?:change(?:s|log|-log)?|history|news|releases?|release[-_ ]?notes?|what'?s[-_]?new)(?:\.(?:md|mdx|markdown|rst|txt))?$/i;
/** A longer line is no heading. */
const longestHeading = 120;
const markdownHeading = /^#{1,4}[ \t]+(.*?)[ \t]*#*$/;
const underline = /^([=\-~^"'*+#`])\1{2,}[ \t]*$/;
const version =
  /(?<![\w.])v?\d{1,5}(?:\.\d{1,5}){1,3}(?:[-.]?(?:a|b|rc|alpha|beta|pre|dev|post)[-.]?\d*)?(?![\w]|\.\d)/i;
const day = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/;
const coming = /^\W*((?:unreleased|latest changes|upcoming|next(?: release| version)?)\b)/i;

export function isReleaseNotes(path: string): boolean {
  return fileName.test(path.slice(path.lastIndexOf('/') + 1));
}

/** @param lines of the file, with or without what ends them; none where no heading names a version or a day */
export function releaseSections(lines: readonly string[]): readonly ReleaseSection[] {
  const headings = lines.flatMap((line, index) => {
    const text = headingAt(lines, index, line);
    const name = text === undefined ? undefined : releaseNamed(text.words);
    return text === undefined || name === undefined ? [] : [{ name, index, after: text.after }];
  });
  // What is to come is a section of release notes where there are others.
  if (headings.every(({ name }) => coming.test(name))) return [];
  return headings.map(({ name, index, after }, at) => ({
    name,
    headingLine: index + 1,
    startLine: after + 1,
    endLine: headings[at + 1]?.index ?? lines.length,
  }));
}

/** The heading's words, and the place of the line after it. */
function headingAt(
  lines: readonly string[],
  index: number,
  line: string,
): { readonly words: string; readonly after: number } | undefined {
  if (line.length > longestHeading || line.trim() === '') return undefined;
  const [, words] = markdownHeading.exec(line.trimEnd()) ?? [];
  if (words !== undefined) return { words, after: index + 1 };
  const below = lines[index + 1]?.trimEnd() ?? '';
  if (/^\s/.test(line) || underline.test(line.trimEnd()) || !underline.test(below)) return undefined;
  return { words: line.trim(), after: index + 2 };
}

function releaseNamed(heading: string): string | undefined {
  return version.exec(heading)?.[0] ?? day.exec(heading)?.[0] ?? coming.exec(heading)?.[1];
}

/** Whether a section is the one of a version, however either writes it: `v1.2` is `1.2.0`. */
export function isOfVersion({ name }: Pick<ReleaseSection, 'name'>, asked: string): boolean {
  return bare(name) === bare(asked);
}

function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/^v/, '')
    .replace(/(?:\.0)+$/, '');
}
