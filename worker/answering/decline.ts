/** Says that the repository does not hold an answer, what was searched, and what comes nearest. */

import type { SearchedFacts } from '../core/answer.ts';
import { reasonInWords } from '../core/reason-words.ts';

/** A model that read passages and found no answer in them. */
export interface DeclinedBy {
  /** `provider/model` */
  readonly model: string;
  readonly passages: number;
}

/** @param by where a model declined: of the repository it knows no more than the passages it was given, and no more is said */
export function decline(searched: SearchedFacts, by?: DeclinedBy): string {
  const missing = searched.missing.map((word) => `\`${word}\``).join(', ');
  const lines = [
    ...(by === undefined ? [] : [foundNone(by)]),
    ...searched.leftOut.map(
      (file) =>
        `\`${file.path}\` was left out of the index (${reasonInWords(file.reason).toLowerCase()}): ${file.detail}.`,
    ),
    ...searched.empty.map((path) => `\`${path}\` is there, and is empty.`),
    ...(by !== undefined || searched.leftOut.length + searched.empty.length > 0 ? [] : [notHeld(searched)]),
    `Searched: ${counted(searched.files, 'file')} in ${counted(searched.chunks, 'piece')} (${counted(searched.skipped, 'file')} skipped${reasonsOf(searched)}); ${counted(searched.hits, 'span')} matched some word of the question${by === undefined ? ', none enough of it' : ''}.`,
    ...(missing === ''
      ? []
      : [`${searched.live === undefined ? 'Found nowhere' : 'Found in none of them'}: ${missing}.`]),
    ...(searched.nearest.length === 0
      ? []
      : [
          `Nearest names: ${searched.nearest.map((one) => `\`${one.name}\` in \`${one.path}\``).join(', ')}.`,
        ]),
  ];
  return lines.join('\n\n');
}

function foundNone({ model, passages }: DeclinedBy): string {
  const given = passages === 1 ? 'it was given one passage' : `it was given ${passages} passages`;
  return `\`${model}\` found no answer in the evidence: ${given}.`;
}

/** Of files that were not looked at nothing is said. */
function notHeld({ live, files }: SearchedFacts): string {
  if (live === undefined) return 'This repository does not hold an answer to that.';
  const of = live.ofFiles === undefined ? '' : ` of ${live.ofFiles.toLocaleString('en-US')}`;
  return `The answer is not among the ${files.toLocaleString('en-US')}${of} files of \`${live.name}\` looked at; index it to be sure: \`${live.command}\`.`;
}

function reasonsOf({ skippedByReason }: SearchedFacts): string {
  const reasons = Object.entries(skippedByReason).sort(([, a], [, b]) => b - a);
  return reasons.length === 0
    ? ''
    : `: ${reasons.map(([reason, count]) => `${count} ${reasonInWords(reason).toLowerCase()}`).join(', ')}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
