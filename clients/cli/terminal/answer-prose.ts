/**
 * Prints the text of an answer as it arrives: each paragraph, list or block of code once its claims are checked, with numbered citations.
 * With details, each sentence has a line with its state and what was looked up. Folded parts are opened only with details.
 */

import type { Claim } from '../../../worker/contract/answers/claim.ts';
import {
  claimLabels,
  createCitationNumbers,
  foldedTitle,
  type CitationNumbers,
} from '../../../worker/contract/client.ts';
import { findBlock, formatBlock, formatClaim, readHeading } from './answer-text.ts';
import type { Terminal } from './terminal.ts';

export interface AnswerProse {
  addText(delta: string): void;
  addClaim(claim: Claim): void;
  /** Prints what is complete. */
  print(isEnd: boolean): void;
  claims(): readonly Claim[];
  /** Evidence ids in the order of their numbers. */
  cited(): readonly string[];
}

export interface ProseOptions {
  readonly terminal: Terminal;
  readonly details: boolean;
  readonly isModelWritten: () => boolean;
  readonly isKnown: (id: string) => boolean;
}

interface PlacedClaim {
  readonly claim: Claim;
  readonly start: number;
  readonly end: number;
}

const foldedLevel = 3;

export function createAnswerProse(options: ProseOptions): AnswerProse {
  const placed = new Map<string, PlacedClaim>();
  const numbers = createCitationNumbers(options.isKnown);
  let text = '';
  let position = 0;
  let isFolded = false;
  const printBlock = (start: number, end: number): void => {
    const heading = readHeading(text.slice(start, end));
    if (heading !== undefined && heading.level <= foldedLevel)
      isFolded = !options.details && heading.level === foldedLevel && foldedTitle.test(heading.title);
    else if (isFolded) return;
    const inBlock = [...placed.values()].filter((one) => one.start >= start && one.start < end);
    if (heading !== undefined && inBlock.length === 0)
      options.terminal.print(`${heading.title}${isFolded ? ', shown with --details' : ''}\n`, 'strong');
    else if (options.details && inBlock.length > 0)
      for (const { claim } of inBlock) printDetails(claim, numbers, options);
    else options.terminal.print(`${formatProse(inBlock, text.slice(0, end), start)}\n`);
  };
  const formatProse = (claims: readonly PlacedClaim[], until: string, start: number): string => {
    let prose = '';
    let at = start;
    for (const { claim, ...span } of claims) {
      prose += until.slice(at, span.start) + formatClaim(claim, options.isModelWritten());
      at = Math.max(at, span.end);
    }
    return formatBlock(numbers.apply(prose + until.slice(at)));
  };
  return {
    addText: (delta) => (text += delta),
    addClaim: (claim) => placed.set(claim.id, placeClaim(placed, text, claim)),
    print: (isEnd) => {
      const checked = findCheckedEnd([...placed.values()]);
      for (let block = findBlock(text, position); block !== undefined; block = findBlock(text, position)) {
        if (!isEnd && (!block.isClosed || block.end > checked)) return;
        printBlock(block.start, block.end);
        position = block.end;
      }
    },
    claims: () => [...placed.values()].map(({ claim }) => claim),
    cited: () => numbers.ids(),
  };
}

/** A claim whose wording differs from the text replaces the text, so that nothing is printed twice. */
function placeClaim(placed: ReadonlyMap<string, PlacedClaim>, text: string, claim: Claim): PlacedClaim {
  const known = placed.get(claim.id);
  const from = Math.max(0, ...[...placed.values()].map(({ end }) => end));
  const start = known?.start ?? text.indexOf(claim.text, from);
  if (start < 0) return { claim, start: from + text.slice(from).search(/\S|$/), end: text.length };
  const length = text.startsWith(claim.text, start) ? claim.text.length : (known?.claim.text.length ?? 0);
  return { claim, start, end: start + length };
}

/** The end of the last claim before the first unchecked one. */
function findCheckedEnd(placed: readonly PlacedClaim[]): number {
  const pending = placed.findIndex(({ claim }) => claim.state === 'pending');
  return placed.slice(0, pending < 0 ? undefined : pending).at(-1)?.end ?? 0;
}

function printDetails(
  claim: Claim,
  numbers: CitationNumbers,
  { terminal, isModelWritten }: ProseOptions,
): void {
  const text = formatBlock(numbers.apply(formatClaim(claim, isModelWritten())));
  const lookups = claim.checks.map(({ check, passed, detail }) =>
    check === 'repair' ? `    ${detail}` : `    ${passed ? 'found' : 'NOT FOUND'} ${check}: ${detail}`,
  );
  const { judgment } = claim;
  const quoted = judgment?.quotation === undefined ? '' : `: “${judgment.quotation}”`;
  terminal.print(
    [
      `[${claimLabels[claim.state]}] ${text}`,
      ...new Set(lookups),
      ...(judgment === undefined ? [] : [`    ${judgment.verdict} by ${judgment.model}${quoted}`]),
      '',
    ].join('\n'),
  );
}
