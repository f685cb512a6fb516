/** Writes one graph result as a sentence: what refers to what, with the line that proves it. */

import type { EdgeKind } from '../../core/code/edge.ts';
import type { Evidence } from '../../core/answers/evidence.ts';
import type { GraphItem, ShownNode } from './graph-material.ts';
import { edgeVerb } from './graph-wording.ts';
import { canNameInAnswer, fitsInlineCode } from '../evidence-text/evidence-names.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';

/** A longer line is quoted by its beginning. */
const maxLineLength = 160;

export interface SentenceStyle {
  readonly words: Readonly<Record<EdgeKind, string>>;
  /** The name of the question's subject, as the code writes it. */
  readonly focusName: string;
}

/** "`A` in `a.py` calls it at line 3: …", or for an outgoing edge "It calls `B` (`b.py`, line 9) at line 3: …". */
export function itemSentence(item: GraphItem, { words, focusName }: SentenceStyle): string {
  const { isOutgoing, edge, node, via, evidence, definition, repeats } = item;
  if (evidence === undefined) return '';
  const itself = edge.from === edge.to ? 'itself' : 'it';
  const viaName = via === undefined ? itself : citedNodeName(via, [evidence, via.evidence]);
  const verb = edgeVerb(words, edge);
  const at = `at ${formatLineList([edge.line, ...repeats.map(({ line }) => line)])}`;
  const target = isOutgoing ? node.name : (via?.node.name ?? focusName);
  const reads = formatQuotedLine(evidence, edge.line, target);
  const repeatEvidence = repeats.map((repeat) => repeat.evidence);
  if (isOutgoing) {
    const shown = { node, evidence: definition };
    const place =
      definition === undefined || node.symbol === undefined || !fitsInlineCode(node.path)
        ? ''
        : ` (\`${node.path}\`, line ${node.nameLine})`;
    const subject = via === undefined ? 'It' : viaName;
    const what = citedNodeName(shown, [evidence, definition]);
    return citedItemSentence(
      `${subject} ${verb} ${what}${place} ${at}${reads}`,
      [evidence, definition, ...repeatEvidence],
      '\n',
    );
  }
  const who = formatNameAndPath({ node, evidence });
  return citedItemSentence(
    `${who} ${verb} ${viaName} ${at}${reads}`,
    [evidence, via?.evidence, ...repeatEvidence],
    '\n',
  );
}

/** Returns the qualified name if the evidence supports it, else the short name; a path for a file. */
export function citedNodeName({ node }: ShownNode, cited: readonly (Evidence | undefined)[]): string {
  const names =
    node.kind === 'package' || node.symbol === undefined ? [node.path, node.name] : [node.symbol, node.name];
  const supportedName = names.find((name) =>
    cited.some((span) => span !== undefined && canNameInAnswer(span, name)),
  );
  return supportedName === undefined ? 'it' : `\`${supportedName}\``;
}

/** Returns the name followed by its path. */
export function formatNameAndPath(shown: ShownNode): string {
  const { node, evidence } = shown;
  const path = fitsInlineCode(node.path) ? `\`${node.path}\`` : 'a file';
  const name = node.symbol === undefined ? 'it' : citedNodeName(shown, [evidence]);
  return name === 'it' ? path : `${name} in ${path}`;
}

/**
 * Returns `: ` and the line as code, truncated after a word. If the line contains back-ticks, only the piece with
 * the name, or else the longest, is quoted. Empty if nothing can be written as code.
 */
export function formatQuotedLine(evidence: Evidence, line: number, name: string): string {
  const text = (evidence.fileLines[line - 1] ?? '').trim();
  const pieces = text.split('`').map((piece) => piece.trim());
  const piece = pieces.find((piece) => piece.includes(name)) ?? longest(pieces);
  const shown = piece.length <= maxLineLength ? piece : piece.slice(0, maxLineLength).replace(/\s\S*$/, '');
  const isShown = /[\p{L}\p{N}]/u.test(shown) && !/\[chunk:/.test(shown) && shown.length <= maxLineLength;
  return isShown && createTextMatcher(evidence.text).containsCode(shown) ? `: \`${shown}\`` : '';
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}

function formatLineList(lines: readonly number[]): string {
  const [first] = lines;
  if (lines.length === 1) return `line ${first}`;
  return `lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`;
}

/** Adds citations without duplicates to a sentence. */
export function citedItemSentence(
  sentence: string,
  cited: readonly (Evidence | undefined)[],
  end = '\n\n',
): string {
  const ids = new Set(cited.flatMap((evidence) => (evidence === undefined ? [] : [evidence.id])));
  return `${sentence} ${[...ids].map((id) => `[chunk:${id}]`).join('')}.${end}`;
}
