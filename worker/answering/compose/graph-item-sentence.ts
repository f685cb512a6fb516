/** Writes one graph result as a sentence: what refers to what, with the line that proves it. */

import type { EdgeKind } from '../../core/code/edge.ts';
import type { Evidence } from '../../core/answers/evidence.ts';
import type { GraphItem, ShownNode } from './graph-material.ts';
import { verbOf } from './graph-wording.ts';
import { canNameInAnswer, fitsInlineCode } from '../evidence-text/evidence-names.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';

/** A longer line is quoted by its beginning. */
const longestLine = 160;

export interface SentenceStyle {
  readonly words: Readonly<Record<EdgeKind, string>>;
  /** What was asked about, as it is written in lines. */
  readonly focusName: string;
}

/** `A` in `a.py` calls it at line 3: … or, of what it refers to, It calls `B` (`b.py`, line 9) at line 3: … */
export function itemSentence(item: GraphItem, { words, focusName }: SentenceStyle): string {
  const { isOutgoing, edge, node, via, evidence, definition, again } = item;
  if (evidence === undefined) return '';
  const itself = edge.from === edge.to ? 'itself' : 'it';
  const viaName = via === undefined ? itself : citedNodeName(via, [evidence, via.evidence]);
  const verb = verbOf(words, edge);
  const at = `at ${linesOf([edge.line, ...again.map(({ line }) => line)])}`;
  const target = isOutgoing ? node.name : (via?.node.name ?? focusName);
  const reads = quoted(evidence, edge.line, target);
  const repeated = again.map((one) => one.evidence);
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
      [evidence, definition, ...repeated],
      '\n',
    );
  }
  const who = placedNameOf({ node, evidence });
  return citedItemSentence(
    `${who} ${verb} ${viaName} ${at}${reads}`,
    [evidence, via?.evidence, ...repeated],
    '\n',
  );
}

/** In full where the evidence bears that out, else as it stands there; a file by its path. */
export function citedNodeName({ node }: ShownNode, cited: readonly (Evidence | undefined)[]): string {
  const names =
    node.kind === 'package' || node.symbol === undefined ? [node.path, node.name] : [node.symbol, node.name];
  const held = names.find((name) => cited.some((span) => span !== undefined && canNameInAnswer(span, name)));
  return held === undefined ? 'it' : `\`${held}\``;
}

/** With the path beside it. */
export function placedNameOf(shown: ShownNode): string {
  const { node, evidence } = shown;
  const path = fitsInlineCode(node.path) ? `\`${node.path}\`` : 'a file';
  const name = node.symbol === undefined ? 'it' : citedNodeName(shown, [evidence]);
  return name === 'it' ? path : `${name} in ${path}`;
}

/**
 * `: ` and the line as it stands, cut after a word where it is long; of a line that holds code marks itself the piece between them
 * that says most of it, nothing where none can be written as code.
 */
export function quoted(evidence: Evidence, line: number, name: string): string {
  const text = (evidence.fileLines[line - 1] ?? '').trim();
  const pieces = text.split('`').map((piece) => piece.trim());
  const piece = pieces.find((one) => one.includes(name)) ?? longest(pieces);
  const shown = piece.length <= longestLine ? piece : piece.slice(0, longestLine).replace(/\s\S*$/, '');
  const isShown = /[\p{L}\p{N}]/u.test(shown) && !/\[chunk:/.test(shown) && shown.length <= longestLine;
  return isShown && createTextMatcher(evidence.text).containsCode(shown) ? `: \`${shown}\`` : '';
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}

function linesOf(lines: readonly number[]): string {
  const [first] = lines;
  if (lines.length === 1) return `line ${first}`;
  return `lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`;
}

/** A sentence with its citations, each once. */
export function citedItemSentence(
  sentence: string,
  cited: readonly (Evidence | undefined)[],
  end = '\n\n',
): string {
  const ids = new Set(cited.flatMap((one) => (one === undefined ? [] : [one.id])));
  return `${sentence} ${[...ids].map((id) => `[chunk:${id}]`).join('')}.${end}`;
}
