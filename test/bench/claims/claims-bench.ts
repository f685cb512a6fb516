/**
 * `claims`: runs labeled true, misplaced and false claims through the checks that every answer runs. The claims are made from this project's
 * source and its installed packages, or from the repositories in `--clones <folder>` (`--only <name,…>` selects some). Without clones, `--half develop`
 * uses the half of the files that the checks are developed on; the default uses the other half. `--each <n>` limits the claims per kind, and
 * `--show <n>` prints up to `n` mistakes. `--cases <file>` measures labeled claims of a file instead.
 */

import type { Terminal } from '../../../clients/cli/terminal/terminal.ts';
import type { Bench } from '../bench.ts';
import type { ClaimCase } from './claim-case.ts';
import { checkClaim, type CheckedCase } from './check-claim.ts';
import { groupByKey, hashText, makeClaims } from './make-claims.ts';
import { measureNaturalClaims, readNaturalClaims } from './natural-claims.ts';
import { timeChecks } from './time-checks.ts';
import { readHandwrittenClaims } from './handwritten-claims.ts';
import { readCloneFiles, readOwnFiles, readPackageFiles } from './source-files.ts';

const maxPerKind = 40;

export const claimsBench: Bench = async (args, { terminal }) => {
  const cases = readOption(args, '--cases');
  const shown = Number(readOption(args, '--show') ?? 0);
  return cases === undefined
    ? measureGeneratedClaims(args, { terminal, shown })
    : measureNaturalClaims(readNaturalClaims(cases), { terminal, shown });
};

function measureGeneratedClaims(
  args: readonly string[],
  { terminal, shown }: { readonly terminal: Terminal; readonly shown: number },
) {
  const clones = readOption(args, '--clones');
  const half = readOption(args, '--half') ?? 'report';
  const files =
    clones === undefined
      ? [...readOwnFiles(), ...readPackageFiles()].filter(
          (file) => (hashText(file.path) % 2 === 0) === (half === 'develop'),
        )
      : readCloneFiles(
          clones,
          (readOption(args, '--only') ?? '').split(',').filter((name) => name !== ''),
        );
  const generated = makeClaims(files, Number(readOption(args, '--each') ?? maxPerKind));
  // The checks are not developed on the handwritten claims, so only the report half contains them.
  const cases = half === 'report' ? [...generated, ...readHandwrittenClaims()] : generated;
  const checked = cases.map(checkClaim);
  const time = timeChecks(files, cases);
  for (const mistake of findMistakes(checked).slice(0, shown)) terminal.print(formatMistake(mistake));
  const kinds = [...groupByKey(checked, ({ claim }) => `${claim.truth}: ${claim.kind}`)];
  for (const [kind, list] of kinds)
    terminal.print(
      `${kind.padEnd(60)} ${String(list.length).padStart(4)} ${percent(fraction(list, isWrong))} wrong`,
    );
  const result = summarize(checked);
  terminal.print(
    `${result.cases} claims: ${percent(result.falseAcceptRate)} of the fabricated accepted, ${percent(result.falseRejectRate)} of the true rejected, ${percent(result.repairRate)} of the misplaced repaired. Of those that are false in meaning alone, ${percent(result.meaningAcceptRate)} accepted.`,
  );
  terminal.print(
    `One check, with 12 cited spans of 200 lines: median ${time.checkP50Ms} ms, p95 ${time.checkP95Ms} ms, maximum ${time.checkMaxMs.toFixed(1)} ms.`,
  );
  return {
    ...result,
    time,
    kinds: Object.fromEntries(
      kinds.map(([kind, list]) => [kind, { claims: list.length, wrong: list.filter(isWrong).length }]),
    ),
  };
}

function summarize(checked: readonly CheckedCase[]) {
  const withTruth = (truth: ClaimCase['truth']): readonly CheckedCase[] =>
    checked.filter(({ claim }) => claim.truth === truth);
  return {
    cases: checked.length,
    falseAcceptRate: fraction(withTruth('fabricated'), isWrong),
    falseRejectRate: fraction(withTruth('true'), isWrong),
    repairRate: 1 - fraction(withTruth('moved'), isWrong),
    meaningAcceptRate: fraction(withTruth('meaning'), isWrong),
    written: {
      accepted: fraction(withTruth('fabricated').filter(isHandwritten), isWrong),
      rejected: fraction(withTruth('true').filter(isHandwritten), isWrong),
    },
    repositories: new Set(checked.map(({ claim }) => claim.repository)).size,
  };
}

function isHandwritten({ claim }: CheckedCase): boolean {
  return claim.kind === 'written freely, by hand';
}

function isWrong({ claim, state }: CheckedCase): boolean {
  if (claim.truth === 'fabricated' || claim.truth === 'meaning') return state !== 'flagged';
  return claim.truth === 'moved' ? state !== 'repaired' : state === 'flagged';
}

function findMistakes(checked: readonly CheckedCase[]): readonly CheckedCase[] {
  return checked.filter((checkedCase) => checkedCase.claim.truth !== 'meaning' && isWrong(checkedCase));
}

function formatMistake({ claim, state, checks }: CheckedCase): string {
  const failed = checks.filter(({ passed }) => !passed).map(({ check, detail }) => `${check}: ${detail}`);
  return [
    `[${claim.truth}: ${claim.kind}] ${state} ${claim.repository} ${claim.path}`,
    `  ${claim.text}`,
    ...failed.map((failure) => `  - ${failure}`),
  ].join('\n');
}

function fraction(list: readonly CheckedCase[], matches: (checkedCase: CheckedCase) => boolean): number {
  return list.length === 0 ? 0 : list.filter(matches).length / list.length;
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

function readOption(args: readonly string[], name: string): string | undefined {
  const index = args.indexOf(name);
  return index < 0 ? undefined : args[index + 1];
}
