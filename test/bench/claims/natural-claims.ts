/**
 * Measures the checks on sentences written freely about code. The file has one labeled claim per line, with the evidence that it may cite.
 * A claim is flagged if its state is `partial` or `unsupported`, and passes otherwise.
 */

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { Terminal } from '../../../clients/cli/terminal/terminal.ts';
import { isTitle } from '../../../worker/answering/claim-text/is-title.ts';
import { createClaimReader } from '../../../worker/answering/claim-text/read-claims.ts';
import { checkClaim } from '../../../worker/answering/claims/check-claim.ts';
import type { CheckedClaim } from '../../../worker/answering/claims/decide-claim.ts';
import type { Evidence } from '../../../worker/core/answers/evidence.ts';
import { splitLines } from '../../../worker/core/text/decode-text.ts';
import { groupByKey } from './make-claims.ts';

const lineSchema = z.object({
  id: z.string(),
  repo: z.string(),
  claim: z.string(),
  label: z.boolean(),
  /** What a false claim changes: a value, an order, an agent and so on. */
  kind: z.string(),
  /** Names, numbers, quotations or places alone show that the claim is false. */
  lookup: z.boolean(),
  evidence: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      startLine: z.number(),
      endLine: z.number(),
      text: z.string(),
      symbol: z.string().optional(),
    }),
  ),
});
type NaturalClaim = z.infer<typeof lineSchema>;

interface CheckedNaturalClaim {
  readonly claim: NaturalClaim;
  readonly checked: readonly CheckedClaim[];
  readonly isFlagged: boolean;
}

/** @throws CommandError if the file does not exist or a line is not a labeled claim */
export function readNaturalClaims(file: string): readonly NaturalClaim[] {
  if (!existsSync(file))
    throw usageError(`The file "${file}" does not exist.`, 'Give --cases the path of a .jsonl file.');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return [];
      const { success, data, error } = lineSchema.safeParse(parseJson(text));
      if (success) return [data];
      throw usageError(
        `${file}:${index + 1} is not a labeled claim (${error.issues[0]?.path.join('.') ?? ''}: ${error.issues[0]?.message ?? 'unknown'}).`,
        'Each line needs id, repo, claim, label, kind, lookup and evidence; see test/bench/README.md.',
      );
    });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param shown how many failures to print */
export function measureNaturalClaims(
  claims: readonly NaturalClaim[],
  { terminal, shown }: { readonly terminal: Terminal; readonly shown: number },
) {
  const all = claims.map(checkNaturalClaim);
  for (const failure of all.filter(isFailure).slice(0, shown)) terminal.print(formatFailure(failure));
  terminal.print(`${'Repository'.padEnd(28)}${header}`);
  for (const [repository, list] of groupByKey(all, ({ claim }) => claim.repo))
    terminal.print(`${repository.padEnd(28)}${formatRow(list)}`);
  terminal.print(`${'Kind'.padEnd(28)}${header}`);
  for (const [kind, list] of groupByKey(all, ({ claim }) => claim.kind))
    terminal.print(`${kind.padEnd(28)}${formatRow(list)}`);
  terminal.print(`${'All'.padEnd(28)}${formatRow(all)}`);
  return count(all);
}

function checkNaturalClaim(claim: NaturalClaim): CheckedNaturalClaim {
  const reader = createClaimReader(isTitle);
  const evidence = new Map(claim.evidence.map((item) => [item.id, toEvidence(item)] as const));
  const checked = [...reader.add(claim.claim), ...reader.end()].map((part) => checkClaim(part, evidence));
  const isFlagged = checked.some(({ state }) => state === 'partial' || state === 'unsupported');
  return { claim, checked, isFlagged };
}

/** The lines of the file before the cited ones are unknown and therefore empty. */
function toEvidence({ symbol, ...item }: NaturalClaim['evidence'][number]): Evidence {
  return {
    ...item,
    language: 'text',
    kind: 'code',
    fileHash: '',
    intact: true,
    spanHash: '',
    fileLines: [...Array.from({ length: item.startLine - 1 }, () => '\n'), ...splitLines(item.text)],
    commit: '',
    url: '',
    symbol,
    score: 1,
    rank: undefined,
    scores: {},
  };
}

function count(list: readonly CheckedNaturalClaim[]) {
  const supported = list.filter(({ claim }) => claim.label);
  const falseLookup = list.filter(({ claim }) => !claim.label && claim.lookup);
  const falseMeaning = list.filter(({ claim }) => !claim.label && !claim.lookup);
  const countPassed = (part: readonly CheckedNaturalClaim[]): number =>
    part.filter(({ isFlagged }) => !isFlagged).length;
  return {
    true: supported.length,
    trueFlagged: supported.length - countPassed(supported),
    falseLookup: falseLookup.length,
    falseLookupPassed: countPassed(falseLookup),
    falseMeaning: falseMeaning.length,
    falseMeaningPassed: countPassed(falseMeaning),
  };
}

const columns = ['true', 'flagged', 'false by look-up', 'passed', 'false in meaning', 'passed'] as const;
const header = columns.map((column) => column.padStart(18)).join('');

function formatRow(list: readonly CheckedNaturalClaim[]): string {
  return Object.values(count(list))
    .map((number) => String(number).padStart(18))
    .join('');
}

/** A false claim in meaning is expected to pass, because words alone do not show that it is false. */
function isFailure({ claim, isFlagged }: CheckedNaturalClaim): boolean {
  return claim.label ? isFlagged : claim.lookup && !isFlagged;
}

function formatFailure({ claim, checked }: CheckedNaturalClaim): string {
  const details = checked.flatMap(({ state, checks }) => [
    `  ${state}`,
    ...checks.map(({ check, passed, detail }) => `  ${passed ? '+' : '-'} ${check}: ${detail}`),
  ]);
  return [`${claim.id} ${claim.label ? 'true' : `false, ${claim.kind}`}: ${claim.claim}`, ...details].join(
    '\n',
  );
}
