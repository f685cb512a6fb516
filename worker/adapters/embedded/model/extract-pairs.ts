/**
 * Extracts training pairs of texts with the same meaning from a source file: documentation and the definition it documents, name and body,
 * comment and the lines after it, heading and section. The code side never contains the query side, or the model would only learn to match words.
 */

import type { Parser, SyntaxDefinition, SyntaxRange, SyntaxTree } from '../../../ports/parser.ts';
import { stripComment } from '../../../ingestion/symbols/strip-comment.ts';

export const pairKinds = ['documentation', 'name', 'comment', 'section'] as const;
export type PairKind = (typeof pairKinds)[number];

export interface TextPair {
  readonly kind: PairKind;
  readonly query: string;
  /** Length of the first sentence of `query` in UTF-16 units. */
  readonly sentenceEnd: number;
  /** Qualified name of the code; empty where the name would reveal the answer. */
  readonly name: string;
  readonly code: string;
}

/** Maximum UTF-16 units of code (about two chunks) and query (about ten sentences). */
const maxCode = 4_000;
const maxQuery = 600;
/** Lines after a comment that count as its subject. */
const maxCommented = 10;

const describedKinds = new Set([
  'function',
  'method',
  'component',
  'class',
  'interface',
  'struct',
  'trait',
  'enum',
  'type',
  'macro',
]);

export async function extractPairs(
  file: { readonly language: string; readonly text: string },
  parser: Parser,
): Promise<readonly TextPair[]> {
  if (file.language === 'markdown') return sectionPairs(file.text);
  const tree = await parser.parse(file.text, file.language);
  if (tree === undefined) return [];
  try {
    return [...definitionPairs(file.text, tree), ...commentPairs(file.text, tree)];
  } finally {
    tree.dispose();
  }
}

function definitionPairs(text: string, { definitions }: SyntaxTree): TextPair[] {
  const enclosing: SyntaxDefinition[] = [];
  return definitions.flatMap((definition) => {
    while ((enclosing.at(-1)?.end ?? Infinity) <= definition.start) enclosing.pop();
    const outer = definition.container ?? enclosing.at(-1)?.name;
    enclosing.push(definition);
    if (!describedKinds.has(definition.kind) || definition.name.length < 2) return [];
    const name = outer === undefined ? definition.name : `${outer}.${definition.name}`;
    const code = codeWithoutDocumentation(text, definition);
    const pairs: TextPair[] = [];
    const documentation = definition.documentation && describe(text, definition.documentation);
    if (documentation !== undefined) pairs.push({ kind: 'documentation', name, code, ...documentation });
    const blanked = code.replaceAll(wholeWord(definition.name), ' ');
    pairs.push({ kind: 'name', name: '', code: blanked, query: name, sentenceEnd: name.length });
    return pairs;
  });
}

/** The definition without its documentation. */
function codeWithoutDocumentation(text: string, { start, end, documentation }: SyntaxDefinition): string {
  const last = Math.min(end, start + maxCode);
  if (documentation === undefined || documentation.end <= start || documentation.start >= last)
    return text.slice(start, last);
  const before = text.slice(start, Math.max(start, documentation.start));
  return before + text.slice(documentation.end, Math.min(end, documentation.end + maxCode - before.length));
}

function wholeWord(name: string): RegExp {
  return new RegExp(`(?<!\\w)${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?!\\w)`, 'g');
}

/** Matches where prose ends and a list of parameters, an example or a rule begins. */
const proseEnd =
  /^[ \t]*(?:@\w|:\w+|\\\w+|>>>|```|~~~|[-=*]{3,}|#+ |<pre|(?:args?|arguments|parameters?|params|returns?|raises|throws|yields|examples?|usage|attributes|notes?|see(?: also)?|keyword arguments|todo)\b[^.\n]{0,20}:?[ \t]*$|(?:args|arguments|parameters|params|returns|raises|examples?|usage):)/im;

function describe(text: string, range: SyntaxRange): Pick<TextPair, 'query' | 'sentenceEnd'> | undefined {
  return extractProse(stripComment(text.slice(range.start, Math.min(range.end, range.start + maxCode))));
}

/** Undefined for fewer than three words. */
function extractProse(comment: string): Pick<TextPair, 'query' | 'sentenceEnd'> | undefined {
  const withoutTag = comment.replace(/^[ \t]*@(?:brief|summary|desc(?:ription)?|fileoverview)\b/i, '');
  const tag = proseEnd.exec(withoutTag);
  const prose = (tag === null ? withoutTag : withoutTag.slice(0, tag.index))
    .replaceAll(/<\/?[a-z][^<>\n]{0,80}>|\{@\w+|https?:\S{1,200}/gi, ' ')
    .trim()
    .slice(0, maxQuery);
  if ((prose.match(/[A-Za-z]{2,}/g) ?? []).length < 3) return undefined;
  const end = /[.!?](?=\s|$)|\n\s*\n/.exec(prose);
  return { query: prose, sentenceEnd: end === null ? prose.length : end.index + 1 };
}

/** Comments for tools, and license headers. */
const nonProse =
  /copyright|licen[sc]e|spdx|eslint|prettier|istanbul|noqa|pylint|pragma|type: ignore|@ts-|nolint|rustfmt|clippy|coding[:=]|shellcheck|-\*-|sourceMapping/i;

function commentPairs(text: string, { definitions, comments }: SyntaxTree): TextPair[] {
  const blocks = mergeCommentLines(text, withoutDocumentation(comments, definitions));
  return blocks.flatMap((block, index) => {
    const source = text.slice(block.start, Math.min(block.end, block.start + maxCode));
    const prose = nonProse.test(source) ? undefined : extractProse(stripComment(source));
    const code = commentedLines(text, block.end, blocks[index + 1]?.start ?? text.length);
    return prose === undefined || code === '' ? [] : [{ kind: 'comment' as const, name: '', code, ...prose }];
  });
}

/** Both lists are in the order of the text, so that one pass suffices. */
function withoutDocumentation(
  comments: readonly SyntaxRange[],
  definitions: readonly SyntaxDefinition[],
): readonly SyntaxRange[] {
  const ranges = definitions
    .flatMap(({ documentation }) => documentation ?? [])
    .sort((a, b) => a.start - b.start);
  let passed = 0;
  return comments.filter(({ start, end }) => {
    while ((ranges[passed]?.end ?? Infinity) <= start) passed += 1;
    return (ranges[passed]?.start ?? Infinity) >= end;
  });
}

/** Comments on lines of their own; consecutive ones are merged. */
function mergeCommentLines(text: string, comments: readonly SyntaxRange[]): SyntaxRange[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of comments) {
    const last = joined.at(-1);
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    if (start - lineStart > 200 || text.slice(lineStart, start).trim() !== '') continue;
    if (last !== undefined && start - last.end < 200 && /^\r?\n[ \t]*$/.test(text.slice(last.end, start)))
      last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

/** The lines right after a comment, up to the first empty one after two, or the next comment. */
function commentedLines(text: string, from: number, before: number): string {
  const lines = text
    .slice(from, Math.min(before, from + 1_500))
    .split('\n')
    .slice(1, 1 + maxCommented);
  const blank = lines.findIndex((line, at) => line.trim() === '' && (at === 0 || at >= 2));
  return (blank === -1 ? lines : lines.slice(0, blank)).join('\n').trim();
}

/** Headings that every README has. */
const boilerplate =
  /licen[sc]e|changelog|^v?\d|^\[|^(?:install|usage|about|api|table of|contents|contribut|examples?\b|browser|support|credits|authors?)|badge|<!--/i;

/** Headings of a Markdown document with the text below them. */
function sectionPairs(text: string): TextPair[] {
  const headings = [...text.slice(0, 200_000).matchAll(/^#{1,4}[ \t]+(\S.{2,120})$/gm)];
  return headings.flatMap((heading, index) => {
    const start = heading.index + heading[0].length;
    const end = Math.min(headings[index + 1]?.index ?? text.length, start + maxCode / 2);
    const code = text.slice(start, end).trim();
    const query = heading[1] ?? '';
    if (code.length < 120 || !/[A-Za-z]{3}/.test(query) || boilerplate.test(query)) return [];
    return [{ kind: 'section' as const, name: '', code, query, sentenceEnd: query.length }];
  });
}
