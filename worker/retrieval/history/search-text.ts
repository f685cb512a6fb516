/** Removes the words of a history question that ask for a commit or a time, because in code they match other things. */

import { isStopWord } from '../../core/text/terms.ts';
import { anyDate } from './read-date.ts';

/** Words that ask who made a change, which one and when. */
const frame =
  'who|whom|whose|when|which|what|commits?|changes?|changed|last|latest|newest|oldest|earliest|first|most|recent|recently|modified|modif(?:y|ication)|touched|edited|edits?|updated?|code';
/** Not in a name, a path or a call. */
const framePattern = new RegExp(String.raw`(?<![\w\`$./#@:-])(?:${frame})(?![\w\`$(/#@:-]|\.\w)`, 'gi');
const periodPattern = new RegExp(
  String.raw`\b(?:in|since|during|before|after|until|between|from|to|of|and|on|by|within)\s+(?:the\s+)?${anyDate}`,
  'gi',
);
const quoted = /(`[^`\n]*`|"[^"\n]*"|“[^”\n]*”)/;

/** @returns the question itself if no other words remain */
export function toSearchText(text: string): string {
  const rest = text
    .split(quoted)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(periodPattern, ' ').replace(framePattern, ' '),
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  const words = rest.match(/[\p{L}\p{N}_$]{2,}/gu) ?? [];
  return words.some((word) => !isStopWord(word)) ? rest : text;
}
