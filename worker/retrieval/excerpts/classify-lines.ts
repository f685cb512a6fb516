/** Classifies lines of any language as blank, comment, import, closing or code, by their marks. */

export type LineKind = 'blank' | 'comment' | 'import' | 'closing' | 'code';

const importLine =
  /^(?:import\b|from\b.*\bimport\b|use\s+[\w:]+(?:::|;)|using\s+[\w.]+;|package\b|#include\b|require(?:_relative)?\b|export \* |export (?:type )?\{|(?:const|let|var)\b[^=]*= *require\()/;
/** Brackets and keywords that only close what a line above opened. */
const closingLine = /^(?:[)\]}>;,\s]+|end\b|fi|done|esac)[;,)\s]*$/;
const lineComment =
  /^(?:\/\/|#(?!include|\[|!\[|if|ifdef|ifndef|else|endif|define|pragma)|--\s|;|%|\*(?=[\s/]|$))/;

/**
 * @param lines consecutive lines; an unclosed string or comment above them is not known
 * @returns the kind of each line
 */
export function classifyLines(lines: readonly string[]): readonly LineKind[] {
  let closing: string | undefined;
  return lines.map((line): LineKind => {
    const text = line.trim();
    if (closing !== undefined) {
      if (text.includes(closing)) closing = undefined;
      return text === '' ? 'blank' : 'comment';
    }
    if (text === '') return 'blank';
    const [opening, quotes, block] = /^(?:[rbuf]{0,2}("""|''')|(\/\*)|(<!--)|=begin\b)/i.exec(text) ?? [];
    if (opening !== undefined) {
      const end = quotes ?? (block === undefined ? (opening === '<!--' ? '-->' : '=end') : '*/');
      if (!text.slice(opening.length).includes(end)) closing = end;
      return 'comment';
    }
    if (lineComment.test(text)) return 'comment';
    if (importLine.test(text)) return 'import';
    return closingLine.test(text) ? 'closing' : 'code';
  });
}
