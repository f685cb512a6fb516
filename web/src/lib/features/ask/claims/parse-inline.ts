/**
 * Parses the inline Markdown of an answer into code, strong, emphasis, citations and the ends of claims; anything else stays text. Pure.
 * Text from a repository is not trusted, so it never becomes a link, an image or HTML: a link keeps only its label.
 */
import { claimMarker, extractMarkers } from './claim-marker.ts';

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'citation'; readonly id: string }
  | { readonly kind: 'claim-end'; readonly id: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] };

/** A label with a target: a web address, a file or a heading. In code without backticks, such as `table[key](value)`, the parentheses contain no such target. */
const link =
  /^\[((?:`[^`]{1,200}`|\\.|[^[\]`\\]){1,300})\]\((?:https?:\/\/|\.{0,2}\/|#|[\w./-]{1,200}\.(?:mdx?|html?|rst)(?=[#?)\s]))[^\s()<>]{0,400}(?:\([^\s()<>]{0,100}\)[^\s()<>]{0,100})?(?: "[^"]{0,200}")?\)/;
const citation = /^\[chunk:([A-Za-z0-9_-]{1,64})\]/;
const strong = /^\*\*(?=\S)([^]*?\S)\*\*/;
const emphasis = /^(\*|_)(?=[^\s*_])([^]*?[^\s*_])\1(?![\p{L}\p{N}])/u;
/** The entities that sanitized text contains, and common entities that authors write. */
const entity = /^&(#96|#126|amp|lt|gt|quot|apos|nbsp|mdash|ndash|hellip|copy);/;
const entityCharacters: Readonly<Record<string, string>> = {
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
  let previous = '';
  const flush = (): void => {
    if (text !== '') nodes.push({ kind: 'text', text });
    text = '';
  };
  while (rest !== '') {
    const linkMatch = rest.startsWith('[') && !/[\w!\])]/.test(previous) ? link.exec(rest) : null;
    // The label replaces the link and is parsed next.
    if (linkMatch !== null && !citation.test(rest))
      rest = `${linkMatch[1] ?? ''}${rest.slice(linkMatch[0].length)}`;
    const parsed = readNode(rest, previous);
    if (parsed === null) {
      text += rest.charAt(0);
    } else if (parsed.node.kind === 'text') {
      text += parsed.node.text;
    } else {
      flush();
      const { text: code, ids } = extractMarkers(parsed.node.kind === 'code' ? parsed.node.text : '');
      nodes.push(parsed.node.kind === 'code' ? { kind: 'code', text: code } : parsed.node);
      nodes.push(...ids.map((id): Inline => ({ kind: 'claim-end', id })));
    }
    const length = parsed?.length ?? 1;
    previous = rest.charAt(length - 1);
    rest = rest.slice(length);
  }
  flush();
  return nodes;
}

/**
 * The node at the start of the text and its length in characters; null for plain text.
 * @param previous the character before the text
 */
function readNode(rest: string, previous: string): { node: Inline; length: number } | null {
  switch (rest.charAt(0)) {
    case '[':
      return toNode(citation.exec(rest), (match) => ({ kind: 'citation', id: match[1] ?? '' }));
    case '`':
      return readCode(rest);
    case '\\':
      return toNode(escape.exec(rest), (match) => ({ kind: 'text', text: match[1] ?? '' }));
    case '&':
      return toNode(entity.exec(rest), (match) => ({
        kind: 'text',
        text: entityCharacters[match[1] ?? ''] ?? '',
      }));
    case '\uE000':
      return toNode(claimMarker.exec(rest), (match) => ({ kind: 'claim-end', id: match[1] ?? '' }));
    case '*':
    case '_':
      return readEmphasis(rest, previous);
    default:
      return null;
  }
}

/** Code is enclosed in two runs of the same number of backticks. A run without a counterpart is text. */
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

function readEmphasis(rest: string, previous: string): { node: Inline; length: number } | null {
  const bold = strong.exec(rest);
  if (bold !== null)
    return toNode(bold, (match) => ({ kind: 'strong', children: parseInline(match[1] ?? '') }));
  // An underscore inside a word is part of a name.
  if (/[\p{L}\p{N}]/u.test(previous)) return null;
  return toNode(emphasis.exec(rest), (match) => ({
    kind: 'emphasis',
    children: parseInline(match[2] ?? ''),
  }));
}

function toNode(
  match: RegExpExecArray | null,
  make: (match: RegExpExecArray) => Inline,
): { node: Inline; length: number } | null {
  return match === null ? null : { node: make(match), length: match[0].length };
}

/** Removes one leading and one trailing space, which authors add so that code may start with a backtick. */
function trimCode(text: string): string {
  return text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '' ? text.slice(1, -1) : text;
}

/** The maximum length, in characters, of a name that does not break across lines. A longer name does not fit on a phone. */
const maxUnbrokenLength = 24;

interface CodePiece {
  readonly text: string;
  readonly isUnbroken: boolean;
}

/** Splits code within a sentence where a line may break. Concatenating the pieces gives the code. */
export function splitCode(text: string): readonly CodePiece[] {
  return text.split(/(\s+)/).flatMap((piece) => {
    const isUnbroken = piece.length <= maxUnbrokenLength && piece.trim() !== '';
    return piece === '' ? [] : [{ text: piece, isUnbroken }];
  });
}
