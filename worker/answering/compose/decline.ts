/**
 * Writes the answers that decline a question: no answer in the repository, version not indexed, or question too
 * broad, or no question.
 */

import type { SearchedFacts } from '../../core/answers/answer.ts';
import { describeSkipReason } from '../../core/files/skip-reason-text.ts';

/** The model that found no answer, and the number of passages it read. */
export interface DeclinedBy {
  /** `provider/model` */
  readonly model: string;
  readonly passages: number;
}

/** @param declinedBy the model that declined; the text then makes no statement about the rest of the repository */
export function decline(searched: SearchedFacts, declinedBy?: DeclinedBy): string {
  const missing = searched.missing.map((word) => `\`${word}\``).join(', ');
  const lines = [
    ...(declinedBy === undefined ? [] : [describeModelRefusal(declinedBy)]),
    ...searched.leftOut.map(
      (file) =>
        `\`${file.path}\` was skipped during indexing (${describeSkipReason(file.reason).toLowerCase()}): ${file.detail}.`,
    ),
    ...searched.empty.map((path) => `\`${path}\` is there, and is empty.`),
    ...(declinedBy !== undefined || searched.leftOut.length + searched.empty.length > 0
      ? []
      : [describeAbsence(searched)]),
    `Searched: ${formatCount(searched.files, 'file')} in ${formatCount(searched.chunks, 'piece')} (${formatCount(searched.skipped, 'file')} skipped${describeSkipReasons(searched)}); ${formatCount(searched.hits, 'span')} matched some word of the question${declinedBy === undefined ? ', none enough of it' : ''}.`,
    ...(missing === ''
      ? []
      : [`${searched.live === undefined ? 'Not found' : 'Found in none of them'}: ${missing}.`]),
    ...(searched.nearest.length === 0
      ? []
      : [
          `Nearest names: ${searched.nearest.map((match) => `\`${match.name}\` in \`${match.path}\``).join(', ')}.`,
        ]),
  ];
  return lines.join('\n\n');
}

function describeModelRefusal({ model, passages }: DeclinedBy): string {
  const passageCount = passages === 1 ? 'it was given one passage' : `it was given ${passages} passages`;
  return `\`${model}\` found no answer in the evidence: ${passageCount}.`;
}

/** Limits the statement to the files that were searched. */
function describeAbsence({ live, files }: SearchedFacts): string {
  if (live === undefined) return 'This repository does not contain an answer to that question.';
  const total = live.ofFiles === undefined ? '' : ` of ${live.ofFiles.toLocaleString('en-US')}`;
  return `The answer is not among the ${files.toLocaleString('en-US')}${total} files of \`${live.name}\` that were read. To be sure, index it: \`${live.command}\`.`;
}

function describeSkipReasons({ skippedByReason }: SearchedFacts): string {
  const reasons = Object.entries(skippedByReason).sort(([, a], [, b]) => b - a);
  return reasons.length === 0
    ? ''
    : `: ${reasons.map(([reason, count]) => `${count} ${describeSkipReason(reason).toLowerCase()}`).join(', ')}`;
}

function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

export function declineVersion(missing: {
  readonly named: string;
  readonly available: readonly string[];
  readonly repository: string;
}): string {
  const { named, available, repository } = missing;
  const shown = available.slice(0, 20).map((ref) => `\`${ref}\``);
  const versions =
    shown.length === 0
      ? 'No branch or tag of this repository is indexed by its name.'
      : `Indexed versions: ${shown.join(', ')}${available.length > shown.length ? ` and ${available.length - shown.length} more` : ''}.`;
  return [
    `The version \`${named}\` is not indexed. Another version cannot answer a question about it.`,
    versions,
    `Check it out and add it: \`npx wherefore index <folder> --name ${repository} --ref ${named}\`.`,
  ].join('\n\n');
}

/** Says what to ask. */
export function describePurpose(questions: readonly string[]): string {
  const purpose =
    'Wherefore answers questions about the code of this repository: where something is, how it works, why it is so, or what breaks if it changes. It does not write, change or review code.';
  return questions.length === 0 ? purpose : `${purpose}\n\nFor example, ask one of the questions below.`;
}

export function askToNarrow(questions: readonly string[]): string {
  const explanation =
    'That question covers the whole repository, but an answer can cite only a few passages.';
  return questions.length === 0
    ? `${explanation} Ask about one part of it: a name, a file, or something that it does.`
    : `${explanation} Ask about one part of it: a name, a file, something that it does, or one of the questions below.`;
}
