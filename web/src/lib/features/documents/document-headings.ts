/** Finds the headings of Markdown, reStructuredText and AsciiDoc in their source. Pure. */

export interface DocumentHeading {
  /** 1-based. */
  readonly line: number;
  /** 1 for the highest. */
  readonly level: number;
  readonly title: string;
}

const maxTitleLength = 200;

/** @returns undefined if the language has no headings */
export function findHeadings(language: string, text: string): readonly DocumentHeading[] | undefined {
  const lines = text.split(/\r?\n/);
  if (language === 'markdown' || language === 'mdx') return findMarkdownHeadings(lines);
  if (language === 'restructuredtext') return findUnderlinedHeadings(lines);
  if (language === 'asciidoc') return findAsciiDocHeadings(lines);
  return undefined;
}

function findMarkdownHeadings(lines: readonly string[]): readonly DocumentHeading[] {
  const headings: DocumentHeading[] = [];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    if (fence !== undefined || mark !== undefined) continue;
    const [, hashes, title = ''] = /^ {0,3}(#{1,6})[ \t]+(\S.*)?$/.exec(line) ?? [];
    if (hashes !== undefined) {
      headings.push({
        line: index + 1,
        level: hashes.length,
        title: cleanTitle(title.replace(/(?<!\s)\s+#+\s*$/, '')),
      });
      continue;
    }
    const underline = /^ {0,3}(?:(=+)|-{2,})[ \t]*$/.exec(line);
    const previous = lines[index - 1]?.trim() ?? '';
    const isParagraph = previous !== '' && !/^(?:[#>|<`~-]|[*+] |\d+[.)] )/.test(previous);
    if (underline !== null && isParagraph)
      headings.push({ line: index, level: underline[1] === undefined ? 2 : 1, title: cleanTitle(previous) });
  }
  return headings;
}

/** In reStructuredText, each kind of underline is one level, in the order in which they occur. */
function findUnderlinedHeadings(lines: readonly string[]): readonly DocumentHeading[] {
  const headings: DocumentHeading[] = [];
  const kinds: string[] = [];
  for (const [index, line] of lines.entries()) {
    const title = lines[index - 1]?.trimEnd() ?? '';
    const [, character] = /^([=\-`:'"~^_*+#<>.])\1{2,}$/.exec(line.trimEnd()) ?? [];
    if (character === undefined || title === '' || /^(\W)\1*$/.test(title)) continue;
    const isOverlined = lines[index - 2]?.trimEnd() === line.trimEnd();
    if (line.trimEnd().length < title.trim().length || (/^\s/.test(title) && !isOverlined)) continue;
    const kind = isOverlined ? character.repeat(2) : character;
    if (!kinds.includes(kind)) kinds.push(kind);
    headings.push({ line: index, level: kinds.indexOf(kind) + 1, title: cleanTitle(title.trim()) });
  }
  return headings;
}

function findAsciiDocHeadings(lines: readonly string[]): readonly DocumentHeading[] {
  const headings: DocumentHeading[] = [];
  let block: string | undefined;
  for (const [index, line] of lines.entries()) {
    const delimiter = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,})$/.exec(line.trimEnd())?.[0];
    if (delimiter !== undefined && (block === undefined || block === delimiter))
      block = block === undefined ? delimiter : undefined;
    if (block !== undefined || delimiter !== undefined) continue;
    const [, signs = '', title = ''] = /^(={1,6})[ \t]+(\S.*)$/.exec(line) ?? [];
    if (signs !== '') headings.push({ line: index + 1, level: signs.length, title: cleanTitle(title) });
  }
  return headings;
}

/** Removes the marks of inline Markdown, and the targets of links. */
function cleanTitle(title: string): string {
  return title
    .slice(0, maxTitleLength)
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]{1,100}>/g, '')
    .replace(/[*`]+/g, '')
    .trim();
}
