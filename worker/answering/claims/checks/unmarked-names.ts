/** Finds names and code that a claim writes without back-ticks, by their form. */

/** Takes the place of a name in back-ticks. */
export const nameMark = ' ◆ ';

/** Forms of a name: an address, flag, path, dotted name, call, sigil, snake case or camel case. */
const shapes: readonly RegExp[] = [
  /^(?:https?:\/\/|www\.)\S/,
  /^[\w.+-]+@[\w-]+\.[\w.-]+$/,
  /^-{1,3}[a-z][\w-]*(?:=\S*)?$/,
  /^[\w@.~-]*\/(?:[^/]+\/)*[^/]*\.[A-Za-z]\w{0,5}$/,
  /^[\w@.~-]*\/[^/]+\/\S*$/,
  /^[\w-]+\.(?:[jt]sx?|mjs|py|go|rs|rb|php|java|c|h|cpp|cs|json|ya?ml|toml|md|html?|css|sh|sql|svelte|vue)$/,
  /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)+(?:\(\))?$/,
  /^[A-Za-z_$][\w$]*\(\)$/,
  /^[$@][A-Za-z_]\w*$/,
  /^(?=\w*[A-Za-z])\w*[A-Za-z\d]_\w*$|^_+[A-Za-z]\w*$/,
  /^[a-z]+\d*[A-Z]\w*$/,
  /^[A-Z][a-z\d]+[A-Z]\w*$/,
  /^[A-Z]{2,}\d*[a-z]\w*$/,
];
/** Common words that have the form of a name. */
const isWord =
  /^(?:[ei]\.[eg]|etc|a\.k\.a|vs|[A-Z]+s|-\w|[KMGT]i?[Bb]|IDs|URLs|APIs|CPUs|GitHub|JavaScript|TypeScript|GitLab|macOS|iOS|OAuth|PostgreSQL|MySQL|SQLite|DevTools|Node\.js)$/;
/** In UTF-16 units. A longer token is checked whole, whatever its form. */
const maxNameLength = 200;
/** The maximum number of names checked in one claim. */
const maxNames = 60;

export function findUnmarkedNames(prose: string): readonly string[] {
  const names: string[] = [];
  for (const token of prose.match(/[^\s<>“”"'‘’|;]+/g) ?? []) {
    const word = withoutMarks(token);
    const isName =
      word.length > 2 &&
      /^[\x21-\x7e]+$/.test(word) &&
      !isWord.test(word) &&
      (word.length > maxNameLength || shapes.some((shape) => shape.test(word)));
    if (isName) names.push(word);
  }
  return [...new Set(names)].slice(0, maxNames);
}

/** Strips surrounding brackets and punctuation, but keeps the parentheses of a call. */
function withoutMarks(token: string): string {
  const inner = token
    .slice(0, 1_000)
    .replace(/^[([{*_]+(?=[^\s_])(?<![_])/, '')
    .replace(/[.,:!?\]}*]{1,20}$/, '');
  return /[^(]\)$/.test(inner) && !inner.includes('(') ? inner.replace(/\)+$/, '') : inner;
}

const endsAsCode = /[=(].*;\s*$|[{}]\s*$|^\s*(?:if|elif|for|while|def|class|func|fn)\b.*:\s*$/;

function isCode(line: string): boolean {
  return endsAsCode.test(line) && !line.includes(nameMark.trim()) && !/[“”]/.test(line);
}

/**
 * Finds lines of code that a claim writes without a fence.
 * @param text the claim with marks in place of marked code and quotations
 */
export function findUnmarkedCode(text: string): string | undefined {
  const lines = text.split('\n');
  const first = lines.findIndex(isCode);
  if (first < 0) return undefined;
  const code = lines.slice(first, lines.findLastIndex(isCode) + 1).join('\n');
  return /[\p{L}\p{N}]/u.test(code) ? code : undefined;
}
