/**
 * Finds the definitions of a file by regular expressions, and their ends by indentation. It shares no code with the product's parsers, which it
 * helps to measure. It reads conventionally formatted files correctly; occasional errors do no harm.
 */

export interface DefinitionLines {
  readonly name: string;
  /** First line, including decorators and attributes directly above. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Extensions of the files whose definitions are read. */
export const sourceExtensions = 'py go rs ts tsx mts cts js jsx mjs cjs java rb php'.split(' ');

/** Matches the keyword before a defined name, in the languages of the evaluation sets. In Go, the receiver precedes the name of a method. */
const definedName =
  /(?:(?<![\w$.])(?:def|class|func|fn|struct|enum|trait|type|interface|function|const|let|macro_rules!)\s+|\bfunc\s*\([^()]{1,80}\)\s*)([A-Za-z_$][\w$]*)/g;
const definitionAtLineStart =
  /^(\s*)(?:(?:pub(?:\([\w:]+\))?|export|default|declare|abstract|async|unsafe)\s+)*(?:(?:def|class|fn|struct|enum|trait|type|interface|function)\s+|func\s+(?:\([^()]{1,80}\)\s*)?|const\s+(?=[\w$]+\s*(?:=|:).*(?:=>|\()))([A-Za-z_$][\w$]*)/;
const decorator = /^\s*(?:@\w|#!?\[)/;
/** Longer definitions are excluded. */
const maxLines = 400;

/** Returns every name that a line of code defines, anywhere in the line. */
export function findDefinedNames(line: string): string[] {
  return Array.from(line.matchAll(definedName), (match) => match[1] ?? '');
}

/** Returns the definitions that start a line. @param text text of a file */
export function findDefinitions(text: string): DefinitionLines[] {
  const lines = text.split('\n');
  const definitions: DefinitionLines[] = [];
  for (const [index, line] of lines.entries()) {
    const [, indent = '', name = ''] = definitionAtLineStart.exec(line) ?? [];
    if (name === '') continue;
    let start = index;
    while (start > 0 && decorator.test(lines[start - 1] ?? '')) start -= 1;
    const end = findLastLine(lines, index, indent.length);
    if (end !== undefined) definitions.push({ name, startLine: start + 1, endLine: end + 1 });
  }
  return definitions;
}

/** Finds the last line of a definition, including its closing bracket. @returns undefined if the definition is too long */
function findLastLine(lines: readonly string[], start: number, indent: number): number | undefined {
  let end = start;
  for (let index = start + 1; index < lines.length; index += 1) {
    if (index - start > maxLines) return undefined;
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    const lineIndent = line.length - line.trimStart().length;
    const isClosing = lineIndent === indent && /^\s*[)\]}>]/.test(line);
    if (lineIndent < indent || (lineIndent === indent && !isClosing)) break;
    end = index;
  }
  return end;
}
