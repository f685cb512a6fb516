/**
 * Extracts training pairs of texts with the same meaning from a source file: documentation and its definition, name and body, comment and the
 * lines after it, heading and section. The code never contains the query, or the model would only learn to match words.
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

/** Maximum UTF-16 units of code (about two chunks) and of a query (about ten sentences). */
const maxCodeLength = 4_000;
const maxQueryLength = 600;
/** Maximum lines of code that are paired with the comment before them. */
const maxCommentedLines = 10;

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
    const enclosingName = definition.container ?? enclosing.at(-1)?.name;
    enclosing.push(definition);
    if (!describedKinds.has(definition.kind) || definition.name.length < 2) return [];
    const name = enclosingName === undefined ? definition.name : `${enclosingName}.${definition.name}`;
    const code = codeWithoutDocumentation(text, definition);
    const pairs: TextPair[] = [];
    const documentation = definition.documentation && describe(text, definition.documentation);
    if (documentation !== undefined) pairs.push({ kind: 'documentation', name, code, ...documentation });
    const codeWithoutName = code.replaceAll(wholeWord(definition.name), ' ');
    pairs.push({ kind: 'name', name: '', code: codeWithoutName, query: name, sentenceEnd: name.length });
    return pairs;
  });
}

/** Returns the text of a definition without its documentation. */
function codeWithoutDocumentation(text: string, { start, end, documentation }: SyntaxDefinition): string {
  const maxEnd = Math.min(end, start + maxCodeLength);
  if (documentation === undefined || documentation.end <= start || documentation.start >= maxEnd)
    return text.slice(start, maxEnd);
  const textBefore = text.slice(start, Math.max(start, documentation.start));
  return (
    textBefore +
    text.slice(documentation.end, Math.min(end, documentation.end + maxCodeLength - textBefore.length))
  );
}

function wholeWord(name: string): RegExp {
  return new RegExp(`(?<!\\w)${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?!\\w)`, 'g');
}

/** Matches where prose ends and a list of parameters, an example or a horizontal rule begins. */
const proseEnd =
  /^[ \t]*(?:@\w|:\w+|\\\w+|>>>|```|~~~|[-=*]{3,}|#+ |<pre|(?:args?|arguments|parameters?|params|returns?|raises|throws|yields|examples?|usage|attributes|notes?|see(?: also)?|keyword arguments|todo)\b[^.\n]{0,20}:?[ \t]*$|(?:args|arguments|parameters|params|returns|raises|examples?|usage):)/im;

function describe(text: string, range: SyntaxRange): Pick<TextPair, 'query' | 'sentenceEnd'> | undefined {
  return extractProse(
    stripComment(text.slice(range.start, Math.min(range.end, range.start + maxCodeLength))),
  );
}

/** @returns undefined for fewer than three words */
function extractProse(comment: string): Pick<TextPair, 'query' | 'sentenceEnd'> | undefined {
  const withoutTag = comment.replace(/^[ \t]*@(?:brief|summary|desc(?:ription)?|fileoverview)\b/i, '');
  const tag = proseEnd.exec(withoutTag);
  const prose = (tag === null ? withoutTag : withoutTag.slice(0, tag.index))
    .replaceAll(/<\/?[a-z][^<>\n]{0,80}>|\{@\w+|https?:\S{1,200}/gi, ' ')
    .trim()
    .slice(0, maxQueryLength);
  if ((prose.match(/[A-Za-z]{2,}/g) ?? []).length < 3) return undefined;
  const end = /[.!?](?=\s|$)|\n\s*\n/.exec(prose);
  return { query: prose, sentenceEnd: end === null ? prose.length : end.index + 1 };
}

/** Matches comments for tools, and license headers. */
const nonProse =
  /copyright|licen[sc]e|spdx|eslint|prettier|istanbul|noqa|pylint|pragma|type: ignore|@ts-|nolint|rustfmt|clippy|coding[:=]|shellcheck|-\*-|sourceMapping/i;

function commentPairs(text: string, { definitions, comments }: SyntaxTree): TextPair[] {
  const blocks = mergeCommentLines(text, withoutDocumentation(comments, definitions));
  return blocks.flatMap((block, index) => {
    const source = text.slice(block.start, Math.min(block.end, block.start + maxCodeLength));
    const prose = nonProse.test(source) ? undefined : extractProse(stripComment(source));
    const code = commentedLines(text, block.end, blocks[index + 1]?.start ?? text.length);
    return prose === undefined || code === '' ? [] : [{ kind: 'comment' as const, name: '', code, ...prose }];
  });
}

/** Returns the comments that document no definition. Both lists are in the order of the text, so one pass suffices. */
function withoutDocumentation(
  comments: readonly SyntaxRange[],
  definitions: readonly SyntaxDefinition[],
): readonly SyntaxRange[] {
  const ranges = definitions
    .flatMap(({ documentation }) => documentation ?? [])
    .sort((a, b) => a.start - b.start);
  let nextRange = 0;
  return comments.filter(({ start, end }) => {
    while ((ranges[nextRange]?.end ?? Infinity) <= start) nextRange += 1;
    return (ranges[nextRange]?.start ?? Infinity) >= end;
  });
}

/** Returns the comments that start a line, and merges consecutive ones. */
function mergeCommentLines(text: string, comments: readonly SyntaxRange[]): SyntaxRange[] {
  const blocks: { start: number; end: number }[] = [];
  for (const { start, end } of comments) {
    const last = blocks.at(-1);
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    if (start - lineStart > 200 || text.slice(lineStart, start).trim() !== '') continue;
    if (last !== undefined && start - last.end < 200 && /^\r?\n[ \t]*$/.test(text.slice(last.end, start)))
      last.end = end;
    else blocks.push({ start, end });
  }
  return blocks;
}

/** Returns the lines right after a comment, up to the next comment or the first empty line after at least two lines. */
function commentedLines(text: string, start: number, end: number): string {
  const lines = text
    .slice(start, Math.min(end, start + 1_500))
    .split('\n')
    .slice(1, 1 + maxCommentedLines);
  const blankLine = lines.findIndex((line, index) => line.trim() === '' && (index === 0 || index >= 2));
  return (blankLine === -1 ? lines : lines.slice(0, blankLine)).join('\n').trim();
}

/** Matches headings that most READMEs have. */
const boilerplate =
  /licen[sc]e|changelog|^v?\d|^\[|^(?:install|usage|about|api|table of|contents|contribut|examples?\b|browser|support|credits|authors?)|badge|<!--/i;

/** Pairs the headings of a Markdown document with the text below them. */
function sectionPairs(text: string): TextPair[] {
  const headings = [...text.slice(0, 200_000).matchAll(/^#{1,4}[ \t]+(\S.{2,120})$/gm)];
  return headings.flatMap((heading, index) => {
    const start = heading.index + heading[0].length;
    const end = Math.min(headings[index + 1]?.index ?? text.length, start + maxCodeLength / 2);
    const code = text.slice(start, end).trim();
    const query = heading[1] ?? '';
    if (code.length < 120 || !/[A-Za-z]{3}/.test(query) || boilerplate.test(query)) return [];
    return [{ kind: 'section' as const, name: '', code, query, sentenceEnd: query.length }];
  });
}
