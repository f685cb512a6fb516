/**
 * Where in the text of an answer its claims stand: what is between them, headings as a rule, and what has been written and is in no
 * claim yet. Pure; a claim is looked for from where the one before it ended, so that a text is read once.
 */
import type { Claim } from '../../api.ts';

export interface ToldText {
  /** Where the words of a refusal end, which are shown as what was searched; 0 where nothing is refused. */
  readonly refusal: number;
  /** Where the last claim ends. */
  readonly end: number;
  /** Where each claim begins, by its id. */
  readonly begins: Readonly<Record<string, number>>;
  /** Headings written before a claim, by its id. */
  readonly headings: Readonly<Record<string, readonly string[]>>;
}

export const nothingTold: ToldText = { refusal: 0, end: 0, begins: {}, headings: {} };

/** @param text of the answer so far, the claim's included */
export function tellClaim(told: ToldText, text: string, { id, text: said }: Claim): ToldText {
  const begun = told.begins[id];
  if (begun !== undefined) {
    // More of it was written, or less of it is its own; what a repair put in its place stands nowhere in the text.
    const isLast = Object.values(told.begins).every((one) => one <= begun);
    return isLast && text.startsWith(said, begun) ? { ...told, end: begun + said.length } : told;
  }
  const found = text.indexOf(said, told.end);
  // What is not found as it was written is told by its claim: it is not shown twice.
  if (found < 0) return { ...told, end: text.length };
  const headings = headingsIn(text.slice(told.end, found));
  return {
    ...told,
    end: found + said.length,
    begins: { ...told.begins, [id]: found },
    headings: headings.length === 0 ? told.headings : { ...told.headings, [id]: headings },
  };
}

/** @param text of the answer so far, which is all a refusal says */
export function tellRefusal(told: ToldText, text: string): ToldText {
  return { ...told, refusal: text.length, end: text.length };
}

interface OpenText {
  /** Written before what is being written. */
  readonly headings: readonly string[];
  readonly text: string;
  /** With its headings, as it is written. */
  readonly whole: string;
}

/** What has been written and is in no claim yet, without the beginning of a citation. */
export function openText({ end }: ToldText, text: string): OpenText {
  const open = text
    .slice(end)
    .replace(/\[[\w:-]{0,80}$/, '')
    .trim();
  const above = /^(?: {0,3}#{1,6}(?:[ \t][^\n]*)?(?:\n\s*|$))*/.exec(open)?.[0] ?? '';
  return { headings: headingsIn(above), text: open.slice(above.length), whole: open };
}

function headingsIn(between: string): readonly string[] {
  return [...between.matchAll(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/gm)]
    .map(([, words = '']) => words)
    .filter((words) => words !== '');
}
