/** What the rows of a score cannot show: which of them count against it, and what each factor multiplies. */
import type { ScoreRow } from './score-rows.ts';

export function tellFactors(rows: readonly ScoreRow[]): readonly string[] {
  const factorOf = (signal: string) =>
    rows.find((row) => row.kind === 'factor' && row.signal === signal)?.value.toFixed(2);
  const [role, decay] = [factorOf('role'), factorOf('decay')];
  return [
    ...(rows.some(({ kind }) => kind === 'against') ? ['What is below 0 counts against it.'] : []),
    ...(role === undefined ? [] : [`Each share above has been multiplied by ${role} for its kind of file.`]),
    ...(decay === undefined
      ? []
      : [
          `Its score, made of the shares, is then multiplied by ${decay}: a better piece of the same file stands before it.`,
        ]),
  ];
}
