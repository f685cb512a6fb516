/** `wherefore verify`: a receipt held to a clone, offline: its signature, and everything it cites that a clone can tell of. */

import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { checkClaims, checkText } from '../receipt/check-claims.ts';
import { checkAttachments, checkRecords } from '../receipt/check-records.ts';
import { checkSignature, readKeyIds } from '../receipt/check-signature.ts';
import { checkSpans } from '../receipt/check-spans.ts';
import { checkTold } from '../receipt/check-told.ts';
import { exitOf, type Checked } from '../receipt/checked.ts';
import { openClone, type Clone } from '../receipt/open-clone.ts';
import { readAnswer, readGiven, type Given } from '../receipt/read-given.ts';
import { tellDrift, type Drifted } from '../receipt/tell-drift.ts';
import { exitCodes, type ExitName } from '../exit-codes.ts';
import { table } from '../table.ts';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'check the receipt of an answer in a clone, offline',
  usage: `<receipt> <clone> [options]
  <receipt>        a file, or - for a pipe: a receipt, or an answer as ask --json prints it
  <clone>          a git repository, bare or not, or the folder that was uploaded; of a git
                   repository the commit that was signed for is read, not the work tree
  --keys <keys>    a file or address of the keys one trusts, as GET /v1/receipt-keys tells them
  --answer <file>  the answer's text, to compare with the one that was signed for
  --file <file>    a file that came with the question; may be given again
  --against <ref>  tell too what became of the cited lines there, as in HEAD
  --json           print one JSON object on the last line

Ends with 0 if everything that can be checked holds; 1 if something differs: a file, lines,
a commit, the text, a claim or source of the answer it came in, a citation of nothing listed; 2 if what was typed or given is no receipt,
clone or key; 3 if the signature does not hold or its key is unknown, whatever the rest;
4 if the clone lacks a commit or file, and nothing differs.`,
  options: {
    keys: { type: 'string' },
    answer: { type: 'string' },
    file: { type: 'string', multiple: true },
    against: { type: 'string' },
  },
  operands: { needs: ['a receipt', 'a clone'], max: 2 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const [from = '', folder = ''] = parsed.operands;
  const { workingDirectory, signal } = context;
  const given = await readGiven(from, workingDirectory);
  const keys = parsed.text('keys');
  const keyIds = keys === undefined ? undefined : await readKeyIds(keys, workingDirectory);
  const clone = await openClone(folder, workingDirectory, signal);
  try {
    const against = await commitAgainst(parsed.text('against'), clone);
    const signature = await checkSignature(given.receipt, keyIds);
    const rows = await rowsOf(given, clone, parsed, workingDirectory);
    const drift = against === undefined ? undefined : await tellDrift(given.receipt, clone, against);
    const exit = exitOf(signature.state === 'holds', rows);
    tell(context, { given, rows: [signature, ...rows], drift, against, exit });
    const { id, signature: signed } = given.receipt;
    const told = { receipt: id, keyId: signed.keyId, outcome: exit, exit: exitCodes[exit] };
    const drifted = drift === undefined ? {} : { against, drift };
    return { exit, json: { ...told, checks: [signature, ...rows], ...drifted } };
  } finally {
    clone.stop();
  }
}

async function rowsOf(
  { receipt, told }: Given,
  clone: Clone,
  parsed: ParsedArguments,
  workingDirectory: string,
): Promise<readonly Checked[]> {
  const file = parsed.text('answer');
  const own = typeof told?.answer === 'string' ? told.answer : undefined;
  const text = file === undefined ? own : await readAnswer(file, workingDirectory);
  return [
    ...checkClaims(receipt),
    ...(told === undefined ? [] : checkTold(receipt, told)),
    ...(await checkSpans(receipt, clone)),
    ...(await checkRecords(receipt, clone)),
    ...(await checkAttachments(receipt, parsed.list('file') ?? [], workingDirectory)),
    await checkText(receipt, text),
  ];
}

async function commitAgainst(ref: string | undefined, clone: Clone): Promise<string | undefined> {
  if (ref === undefined) return undefined;
  const commit = await clone.commitOf(ref);
  if (commit !== undefined) return commit;
  throw usageError(
    `--against: "${ref}" is no branch, tag or commit of ${clone.description}.`,
    'Name one, such as HEAD.',
  );
}

const outcomes: Partial<Record<ExitName, string>> = {
  ok: 'Everything that can be checked here holds.',
  differs: 'Something differs from what was signed for.',
  unsigned: 'The receipt is not to be relied on: its signature.',
  missing: 'Not all of it could be checked: the clone lacks what is told above.',
};

function tell(
  { terminal }: CommandContext,
  {
    given: { receipt },
    rows,
    drift,
    against = '',
    exit,
  }: {
    readonly given: Given;
    readonly rows: readonly Checked[];
    readonly drift: readonly Drifted[] | undefined;
    readonly against: string | undefined;
    readonly exit: ExitName;
  },
): void {
  const { question, repository, issuedAt, answerer } = receipt;
  terminal.print(
    `“${inLine(question)}”, asked of ${inLine(repository.name)}, answered by ${inLine(answerer)}, ${inLine(issuedAt)}`,
  );
  terminal.print(tableOf(rows));
  if (drift !== undefined) terminal.print(`At ${against.slice(0, 12)}:\n${tableOf(drift)}`);
  terminal.print(outcomes[exit] ?? '');
}

function tableOf(
  rows: readonly { readonly what: string; readonly state: string; readonly why: string }[],
): string {
  return table([
    ['what', 'state', 'why'],
    ...rows.map(({ what, state, why }) => [what, state, why].map(inLine)),
  ]);
}

/** What a receipt holds is anyone's: a line of it stays one. */
function inLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
