/** Finds where a text defines a name, by keywords and parameter lists, in any language. */

const keyword = String.raw`(?:function\*?|def|defp|defmacro|class|fn|fun|sub|func(?: \([^)\n]{0,80}\))?|interface|struct|trait|enum|type|const|let|var|val|module|object|impl(?:<[^>\n]{0,80}>)?|public|private|protected|internal|static|async|export|default)\s+`;
const receiver = String.raw`(?:(?:[A-Za-z_$][\w$]*)(?:\.|::|#))*`;
const notStatement = String.raw`(?!(?:return|throw|raise|new|await|else|yield|case|if|while|for|switch|catch|import|from|delete|defer|go)\b)`;
const types = String.raw`(?:${notStatement}[\w<>,*&?:[\]]{1,80}[ \t]+)*[*&]*`;
const parameters = String.raw`\((?:[^;{}()]|\([^()]{0,80}\)|\{[^{};]{0,80}\}){0,400}\)[^;{}=()\n]{0,80}(?:\([^()\n]{0,80}\)[ \t]*)?\n?[ \t]*\{`;
const assigned = String.raw`(?::[^=;\n]{0,80}=|[:=])\s*(?:async\b|function\b|\()`;
/** The maximum number of definitions considered for one name. */
const maxDefinitions = 200;

const escapePattern = (text: string): string => text.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');

/** Returns the offsets of the name in its definitions, in order. */
export function findDefinitionOffsets(text: string, name: string): readonly number[] {
  if (!text.includes(name)) return [];
  const exactName = `${escapePattern(name)}(?![\\w$])`;
  const offsets = [
    new RegExp(`(?<![\\w$])${keyword}${receiver}${exactName}`, 'g'),
    new RegExp(
      `(?<![.(,=]\\s{0,40})^[ \\t]*${types}${receiver}${exactName}\\s*(?:${parameters}|${assigned})`,
      'gm',
    ),
  ].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: all, index }) => index + findNameOffset(all, name)),
  );
  return [...new Set(offsets)]
    .filter((at) => !isCommented(text, at))
    .toSorted((a, b) => a - b)
    .slice(0, maxDefinitions);
}

/** Returns whether the offset is in a comment, where names are not defined. */
function isCommented(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*(?:\/\/|\/?\*|#(?!\s*define\b)|--\s|;;)|\s(?:\/\/|#)\s/.test(line.slice(0, 400));
}

function findNameOffset(definition: string, name: string): number {
  return definition.search(new RegExp(`(?<![\\w$])${escapePattern(name)}(?![\\w$])`));
}
