/**
 * `wherefore verify`: checks a receipt against a clone, offline: its signature and every citation that a clone can
 * prove.
 */

import { usageError, exitCodes, type ExitName } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { checkClaims, checkText, checkAnswer } from '../receipt/check-claims.ts';
import { checkAttachments, checkRecords } from '../receipt/check-records.ts';
import { checkSignature, readKeyIds } from '../receipt/check-signature.ts';
import { checkSpans } from '../receipt/check-spans.ts';
import { exitName, type CheckResult } from '../receipt/check-result.ts';
import { openClone, type Clone } from '../receipt/open-clone.ts';
import { readAnswer, readReceiptInput, type ReceiptInput } from '../receipt/read-receipt-input.ts';
import { detectDrift, type SpanDrift } from '../receipt/detect-drift.ts';
import { formatTable } from '../terminal/format-table.ts';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'check the receipt of an answer against a clone, offline',
  usage: `<receipt> <clone> [options]
  <receipt>        a file, or - for stdin: a receipt, or an answer as ask --json prints it
  <clone>          a git repository, bare or not, or the uploaded folder; for a git
                   repository the signed commit is read, not the work tree
  --keys <keys>    a file or address of trusted keys, as GET /v1/receipt-keys returns them
  --answer <file>  the answer's text, to compare with the signed text
  --file <file>    a file that was attached to the question; repeatable
  --against <ref>  also report how the cited lines changed up to a ref, such as HEAD
  --json           print one JSON object on the last line

Exit codes: 0 everything that can be checked is valid; 1 something differs: a file, lines,
a commit, the text, a claim or source of the enclosing answer, or a citation that the receipt
does not list; 2 invalid arguments, receipt, clone or key; 3 the signature is invalid or its key
is unknown, whatever the other checks find; 4 the clone lacks a commit or file, and nothing differs.`,
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
  const [receiptPath = '', folder = ''] = parsed.operands;
  const { workingDirectory, signal } = context;
  const input = await readReceiptInput(receiptPath, workingDirectory);
  const keys = parsed.text('keys');
  const keyIds = keys === undefined ? undefined : await readKeyIds(keys, workingDirectory);
  const clone = await openClone(folder, workingDirectory, signal);
  try {
    const against = await resolveAgainst(parsed.text('against'), clone);
    const signature = await checkSignature(input.receipt, keyIds);
    const rows = await checkReceipt(input, clone, parsed, workingDirectory);
    const drift = against === undefined ? undefined : await detectDrift(input.receipt, clone, against);
    const exit = exitName(signature.state === 'holds', rows);
    printReport(context, { input, rows: [signature, ...rows], drift, against, exit });
    const { id, signature: signed } = input.receipt;
    const summary = { receipt: id, keyId: signed.keyId, outcome: exit, exit: exitCodes[exit] };
    const driftFields = drift === undefined ? {} : { against, drift };
    return { exit, json: { ...summary, checks: [signature, ...rows], ...driftFields } };
  } finally {
    clone.stop();
  }
}

async function checkReceipt(
  { receipt, answer }: ReceiptInput,
  clone: Clone,
  parsed: ParsedArguments,
  workingDirectory: string,
): Promise<readonly CheckResult[]> {
  const file = parsed.text('answer');
  const enclosedText = typeof answer?.answer === 'string' ? answer.answer : undefined;
  const text = file === undefined ? enclosedText : await readAnswer(file, workingDirectory);
  return [
    ...checkClaims(receipt),
    ...(answer === undefined ? [] : checkAnswer(receipt, answer)),
    ...(await checkSpans(receipt, clone)),
    ...(await checkRecords(receipt, clone)),
    ...(await checkAttachments(receipt, parsed.list('file') ?? [], workingDirectory)),
    await checkText(receipt, text),
  ];
}

async function resolveAgainst(ref: string | undefined, clone: Clone): Promise<string | undefined> {
  if (ref === undefined) return undefined;
  const commit = await clone.resolveCommit(ref);
  if (commit !== undefined) return commit;
  throw usageError(
    `--against: "${ref}" is not a branch, tag or commit of ${clone.description}.`,
    'Pass an existing ref, such as HEAD.',
  );
}

const outcomes: Partial<Record<ExitName, string>> = {
  ok: 'Everything that can be checked here is valid.',
  differs: 'Something differs from what was signed.',
  unsigned: 'Do not rely on this receipt: its signature is invalid or its key is unknown.',
  missing: 'Some checks were not possible: the clone lacks the items listed above.',
};

function printReport(
  { terminal }: CommandContext,
  {
    input: { receipt },
    rows,
    drift,
    against = '',
    exit,
  }: {
    readonly input: ReceiptInput;
    readonly rows: readonly CheckResult[];
    readonly drift: readonly SpanDrift[] | undefined;
    readonly against: string | undefined;
    readonly exit: ExitName;
  },
): void {
  const { question, repository, issuedAt, answerer } = receipt;
  terminal.print(
    `“${collapseWhitespace(question)}” about ${collapseWhitespace(repository.name)}, answered by ${collapseWhitespace(answerer)}, ${collapseWhitespace(issuedAt)}`,
  );
  terminal.print(formatRows(rows));
  if (drift !== undefined) terminal.print(`At ${against.slice(0, 12)}:\n${formatRows(drift)}`);
  terminal.print(outcomes[exit] ?? '');
}

function formatRows(
  rows: readonly { readonly what: string; readonly state: string; readonly why: string }[],
): string {
  return formatTable([
    ['what', 'state', 'why'],
    ...rows.map(({ what, state, why }) => [what, state, why].map(collapseWhitespace)),
  ]);
}

/** A receipt is untrusted input, so its line breaks must not forge extra output lines. */
function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
