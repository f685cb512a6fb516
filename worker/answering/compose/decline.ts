/**
 * Writes the answers that decline a question: no answer in the repository, version not indexed, or question too
 * broad.
 */

import type { SearchedFacts } from '../../core/answers/answer.ts';
import { describeSkipReason } from '../../core/files/skip-reason-text.ts';

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
    ...(by === undefined ? [] : [describeModelRefusal(by)]),
    ...searched.leftOut.map(
      (file) =>
        `\`${file.path}\` was left out of the index (${describeSkipReason(file.reason).toLowerCase()}): ${file.detail}.`,
    ),
    ...searched.empty.map((path) => `\`${path}\` is there, and is empty.`),
    ...(by !== undefined || searched.leftOut.length + searched.empty.length > 0
      ? []
      : [describeAbsence(searched)]),
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

function describeModelRefusal({ model, passages }: DeclinedBy): string {
  const given = passages === 1 ? 'it was given one passage' : `it was given ${passages} passages`;
  return `\`${model}\` found no answer in the evidence: ${given}.`;
}

/** Of files that were not looked at nothing is said. */
function describeAbsence({ live, files }: SearchedFacts): string {
  if (live === undefined) return 'This repository does not hold an answer to that.';
  const of = live.ofFiles === undefined ? '' : ` of ${live.ofFiles.toLocaleString('en-US')}`;
  return `The answer is not among the ${files.toLocaleString('en-US')}${of} files of \`${live.name}\` looked at; index it to be sure: \`${live.command}\`.`;
}

function reasonsOf({ skippedByReason }: SearchedFacts): string {
  const reasons = Object.entries(skippedByReason).sort(([, a], [, b]) => b - a);
  return reasons.length === 0
    ? ''
    : `: ${reasons.map(([reason, count]) => `${count} ${describeSkipReason(reason).toLowerCase()}`).join(', ')}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

export function declineVersion(missing: {
  readonly named: string;
  readonly available: readonly string[];
  readonly repository: string;
}): string {
  const { named, available, repository } = missing;
  const shown = available.slice(0, 20).map((ref) => `\`${ref}\``);
  const there =
    shown.length === 0
      ? 'No branch or tag of this repository is indexed by its name.'
      : `Indexed are ${shown.join(', ')}${available.length > shown.length ? ` and ${available.length - shown.length} more` : ''}.`;
  return [
    `The version \`${named}\` is not indexed, and another is no answer to a question about it.`,
    there,
    `Check it out and add it: \`npx wherefore index <folder> --name ${repository} --ref ${named}\`.`,
  ].join('\n\n');
}

export function askToNarrow(questions: readonly string[]): string {
  const asked =
    'That asks about the whole repository at once, and an answer here rests on the lines of a few places.';
  return questions.length === 0
    ? `${asked} Ask about one part of it: a name, a file, or something that it does.`
    : `${asked} Ask about one part of it: a name, a file, something that it does, or one of the questions below.`;
}
