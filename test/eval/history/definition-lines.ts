/**
 * Definitions of a file by what their lines look like, and where they end by how far lines are indented: nothing of the product's own parsing
 * has a part in what it is measured by. Files formatted as most are, are read rightly; a name more or less does no harm.
 */

export interface DefinitionLines {
  readonly name: string;
  /** With decorators and attributes that stand right above. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Of the files whose definitions are read. */
export const sourceEndings = 'py go rs ts tsx mts cts js jsx mjs cjs java rb php'.split(' ');

/** What a definition begins with, in the languages sets are made of; Go names its receiver before a method's name. */
const begins =
  /(?:(?<![\w$.])(?:def|class|func|fn|struct|enum|trait|type|interface|function|const|let|macro_rules!)\s+|\bfunc\s*\([^()]{1,80}\)\s*)([A-Za-z_$][\w$]*)/g;
const atStart =
  /^(\s*)(?:(?:pub(?:\([\w:]+\))?|export|default|declare|abstract|async|unsafe)\s+)*(?:(?:def|class|fn|struct|enum|trait|type|interface|function)\s+|func\s+(?:\([^()]{1,80}\)\s*)?|const\s+(?=[\w$]+\s*(?:=|:).*(?:=>|\()))([A-Za-z_$][\w$]*)/;
const decorator = /^\s*(?:@\w|#!?\[)/;
/** Lines of a longer one are no definition anybody asks about. */
const longest = 400;

/** Every name a line of code defines, wherever it stands in the line. */
export function namesDefined(line: string): string[] {
  // Most lines of a history hold none of the words.
  return Array.from(line.matchAll(begins), (match) => match[1] ?? '');
}

/** Those whose line begins with them. @param text a file's. */
export function definitionLines(text: string): DefinitionLines[] {
  const lines = text.split('\n');
  const found: DefinitionLines[] = [];
  for (const [index, line] of lines.entries()) {
    const [, indent = '', name = ''] = atStart.exec(line) ?? [];
    if (name === '') continue;
    let start = index;
    while (start > 0 && decorator.test(lines[start - 1] ?? '')) start -= 1;
    const end = endOf(lines, index, indent.length);
    if (end !== undefined) found.push({ name, startLine: start + 1, endLine: end + 1 });
  }
  return found;
}

/** The last line indented deeper, with what closes it. @returns undefined for one that is too long */
function endOf(lines: readonly string[], start: number, indent: number): number | undefined {
  let end = start;
  for (let at = start + 1; at < lines.length; at += 1) {
    if (at - start > longest) return undefined;
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const depth = line.length - line.trimStart().length;
    const isClosing = depth === indent && /^\s*[)\]}>]/.test(line);
    if (depth < indent || (depth === indent && !isClosing)) break;
    end = at;
  }
  return end;
}
