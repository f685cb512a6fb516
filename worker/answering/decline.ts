/** Says that the repository does not hold an answer, what was searched, and what comes nearest. */

import type { SearchedFacts } from '../core/answer.ts';

export function decline(searched: SearchedFacts): string {
  const missing = searched.missing.map((word) => `\`${word}\``).join(', ');
  const lines = [
    ...searched.leftOut.map(
      (file) => `\`${file.path}\` was left out of the index (${file.reason}): ${file.detail}.`,
    ),
    ...searched.empty.map((path) => `\`${path}\` is there, and is empty.`),
    ...(searched.leftOut.length + searched.empty.length > 0
      ? []
      : ['This repository does not hold an answer to that.']),
    `Searched: ${counted(searched.files, 'file')} in ${counted(searched.chunks, 'piece')} (${counted(searched.skipped, 'file')} skipped${reasonsOf(searched)}); ${counted(searched.hits, 'span')} matched some word of the question, none enough of it.`,
    ...(missing === '' ? [] : [`Found nowhere: ${missing}.`]),
    ...(searched.nearest.length === 0
      ? []
      : [
          `Nearest names: ${searched.nearest.map((one) => `\`${one.name}\` in \`${one.path}\``).join(', ')}.`,
        ]),
  ];
  return lines.join('\n\n');
}

function reasonsOf({ skippedByReason }: SearchedFacts): string {
  const reasons = Object.entries(skippedByReason).sort(([, a], [, b]) => b - a);
  return reasons.length === 0 ? '' : `: ${reasons.map(([reason, count]) => `${count} ${reason}`).join(', ')}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
