/**
 * The inline Markdown of a claim as a tree of known kinds: code, strong, emphasis, citations; anything else is text as it
 * was written. Text quoted from a repository is never trusted: no link, image or HTML is made of it. A link is read as its words alone.
 */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'citation'; readonly id: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] };

/**
 * Words, and an address behind them: of the web, or of a file or heading beside the text. What is written so in code that stands
 * without its marks, `table[key](value)`, has no such address.
 */
const link =
  /^\[((?:`[^`]{1,200}`|\\.|[^[\]`\\]){1,300})\]\((?:https?:\/\/|\.{0,2}\/|#|[\w./-]{1,200}\.(?:mdx?|html?|rst)(?=[#?)\s]))[^\s()<>]{0,400}(?:\([^\s()<>]{0,100}\)[^\s()<>]{0,100})?(?: "[^"]{0,200}")?\)/;
const citation = /^\[chunk:([A-Za-z0-9_-]{1,64})\]/;
const strong = /^\*\*(?=\S)([^]*?\S)\*\*/;
const emphasis = /^(\*|_)(?=[^\s*_])([^]*?[^\s*_])\1(?![\p{L}\p{N}])/u;
/** Those that text made harmless has, and those every writer uses. */
const entity = /^&(#96|#126|amp|lt|gt|quot|apos|nbsp|mdash|ndash|hellip|copy);/;
const letters: Readonly<Record<string, string>> = {
  '#96': '`',
  '#126': '~',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  copy: '©',
};
const escape = /^\\([!-/:-@[-`{-~])/;

export function parseInline(source: string): readonly Inline[] {
  const nodes: Inline[] = [];
  let text = '';
  let rest = source;
  let before = '';
  const flush = (): void => {
    if (text !== '') nodes.push({ kind: 'text', text });
    text = '';
  };
  while (rest !== '') {
    const named = rest.startsWith('[') && !/[\w!\])]/.test(before) ? link.exec(rest) : null;
    // Its words are read on, in its place.
    if (named !== null && !citation.test(rest)) rest = `${named[1] ?? ''}${rest.slice(named[0].length)}`;
    const found = readNode(rest, before);
    if (found === null) {
      text += rest.charAt(0);
    } else if (found.node.kind === 'text') {
      text += found.node.text;
    } else {
      flush();
      nodes.push(found.node);
    }
    const length = found?.length ?? 1;
    before = rest.charAt(length - 1);
    rest = rest.slice(length);
  }
  flush();
  return nodes;
}

/** The construct a text begins with and how many characters it takes; null for plain text. */
function readNode(rest: string, before: string): { node: Inline; length: number } | null {
  switch (rest.charAt(0)) {
    case '[':
      return found(citation.exec(rest), (match) => ({ kind: 'citation', id: match[1] ?? '' }));
    case '`':
      return readCode(rest);
    case '\\':
      return found(escape.exec(rest), (match) => ({ kind: 'text', text: match[1] ?? '' }));
    case '&':
      return found(entity.exec(rest), (match) => ({ kind: 'text', text: letters[match[1] ?? ''] ?? '' }));
    case '*':
    case '_':
      return readEmphasis(rest, before);
    default:
      return null;
  }
}

/** Code lies between two runs of equally many backticks; a run without a partner is text. */
function readCode(rest: string): { node: Inline; length: number } {
  const open = /^`+/.exec(rest)?.[0] ?? '`';
  for (const run of rest.slice(open.length).matchAll(/`+/g)) {
    if (run[0].length !== open.length) continue;
    const end = open.length + run.index;
    return {
      node: { kind: 'code', text: trimCode(rest.slice(open.length, end)) },
      length: end + open.length,
    };
  }
  return { node: { kind: 'text', text: open }, length: open.length };
}

function readEmphasis(rest: string, before: string): { node: Inline; length: number } | null {
  const bold = strong.exec(rest);
  if (bold !== null)
    return found(bold, (match) => ({ kind: 'strong', children: parseInline(match[1] ?? '') }));
  // An underscore inside a word is part of a name.
  if (/[\p{L}\p{N}]/u.test(before)) return null;
  return found(emphasis.exec(rest), (match) => ({ kind: 'emphasis', children: parseInline(match[2] ?? '') }));
}

function found(
  match: RegExpExecArray | null,
  make: (match: RegExpExecArray) => Inline,
): { node: Inline; length: number } | null {
  return match === null ? null : { node: make(match), length: match[0].length };
}

/** One space on both sides is padding, so that code may begin with a backtick. */
function trimCode(text: string): string {
  return text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '' ? text.slice(1, -1) : text;
}
