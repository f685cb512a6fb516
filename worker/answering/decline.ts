/** Says that the repository does not hold an answer, what was searched, and what comes nearest. */

export interface SearchedFacts {
  readonly files: number;
  readonly skipped: number;
  readonly chunks: number;
  /** Spans that matched some word of the question. */
  readonly hits: number;
  /** Words or names of the question found nowhere. */
  readonly missing: readonly string[];
  /** Names that look like one asked for. */
  readonly nearest: readonly { readonly name: string; readonly path: string }[];
}

export function decline(searched: SearchedFacts): string {
  const missing = searched.missing.map((word) => `\`${word}\``).join(', ');
  const lines = [
    'This repository does not hold an answer to that.',
    `Searched: ${counted(searched.files, 'file')} in ${counted(searched.chunks, 'piece')} (${counted(searched.skipped, 'file')} skipped); ${counted(searched.hits, 'span')} matched some word of the question, none enough of it.`,
    ...(missing === '' ? [] : [`Found nowhere: ${missing}.`]),
    ...(searched.nearest.length === 0
      ? []
      : [
          `Nearest names: ${searched.nearest.map((one) => `\`${one.name}\` in \`${one.path}\``).join(', ')}.`,
        ]),
  ];
  return lines.join('\n\n');
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
