/** What a file says of itself in the comment at its head: that it is no longer to be used. */

import type { FileTrait } from '../core/file.ts';

/** Read of a file: below a licence at most. */
const headLength = 4_096;
const maxLines = 80;

const legacy =
  /^(?:@?deprecated\b|obsolete\b|legacy\b)|\b(?:this|the) (?:file|module|package|folder|class|code|api)(?: is| has been|’s|'s)(?: now| only| kept| here)* (?:deprecated|obsolete|legacy|for backwards?[- ]compatibility)\b/i;

/** @param text the whole file. */
export function headTraits(text: string): readonly FileTrait[] {
  const lines = headComment(text.slice(0, headLength));
  return lines.some((line) => legacy.test(line)) ? ['legacy'] : [];
}

const opened: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^\/\*+!?/, /\*\//],
  [/^<!--/, /-->/],
  [/^[rRbBuU]?"""/, /"""/],
  [/^[rRbBuU]?'''/, /'''/],
  [/^\(\*/, /\*\)/],
  [/^=begin\b/, /^=end\b/],
];
const lineComment = /^(?:\/\/+!?|#+|--+|;+|%+|@rem\b|\.\. |\[\/\/\]: # \()/i;
/** What may stand before or between a file's first comments and say nothing. */
const passedOver = /^(?:#!|<\?(?:php|xml)|['"]use \w+['"];?$|---$|package [\w.]+;?$|#pragma once|\{\{?[-%#])/;

/** The comments before the first code, line by line, their markers removed. */
function headComment(head: string): readonly string[] {
  const comments: string[] = [];
  let end: RegExp | undefined;
  for (const raw of head.split('\n', maxLines)) {
    const line = raw.trim();
    if (end !== undefined) {
      const isOver = end.test(line);
      comments.push(
        line
          .replace(end, '')
          .replace(/^\*+\s?/, '')
          .trim(),
      );
      if (isOver) end = undefined;
      continue;
    }
    if (line === '' || passedOver.test(line)) continue;
    const block = opened.find(([start]) => start.test(line));
    if (block !== undefined) {
      const rest = line.replace(block[0], '');
      comments.push(rest.replace(block[1], '').replace(/^\*+/, '').trim());
      if (!block[1].test(rest)) end = block[1];
    } else if (lineComment.test(line)) comments.push(line.replace(lineComment, '').trim());
    else break;
  }
  return comments;
}
