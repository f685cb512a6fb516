/**
 * `claims`: a labelled set of claims, true, misplaced and fabricated, made from real code and put to the checks that every answer goes through. Made from this
 * project's source and installed packages; with `--clones <folder>` from the repositories there (`--only <name,…>` of them). Half of the
 * files are to develop on (`--half develop`), the other half to report on; clones are reported on whole. `--show <n>` prints what was judged wrongly.
 */

import type { Bench } from './bench.ts';
import type { ClaimCase } from './claims-case.ts';
import { judgeClaim, type JudgedClaim } from './claims-judge.ts';
import { groupsOf, hashOf, makeClaims } from './claims-make.ts';
import { timeChecks } from './claims-time.ts';
import { writtenClaims } from './claims-written.ts';
import { cloneFiles, ownFiles, packageFiles } from './claims-sources.ts';

const mostOfKind = 40;

export const claimsBench: Bench = async (args, { terminal }) => {
  const clones = valueOf(args, '--clones');
  const half = valueOf(args, '--half') ?? 'report';
  const files =
    clones === undefined
      ? [...ownFiles(), ...packageFiles()].filter(
          (file) => (hashOf(file.path) % 2 === 0) === (half === 'develop'),
        )
      : cloneFiles(
          clones,
          (valueOf(args, '--only') ?? '').split(',').filter((one) => one !== ''),
        );
  const made = makeClaims(files, Number(valueOf(args, '--each') ?? mostOfKind));
  // Those written by hand are reported on only.
  const cases = half === 'report' ? [...made, ...writtenClaims()] : made;
  const judged = cases.map(judgeClaim);
  const time = timeChecks(files, cases);
  for (const one of wronglyJudged(judged).slice(0, Number(valueOf(args, '--show') ?? 0)))
    terminal.print(describe(one));
  const kinds = [...groupsOf(judged, ({ claim }) => `${claim.truth}: ${claim.kind}`)];
  for (const [kind, list] of kinds)
    terminal.print(
      `${kind.padEnd(60)} ${String(list.length).padStart(4)} ${percent(share(list, isWrong))} wrong`,
    );
  const result = figures(judged);
  terminal.print(
    `${result.cases} claims: ${percent(result.falseAcceptRate)} of the fabricated accepted, ${percent(result.falseRejectRate)} of the true rejected, ${percent(result.repairRate)} of the misplaced repaired.`,
  );
  terminal.print(
    `One check, 12 spans of 200 lines cited in turn: ${time.checkP50Ms} ms at the median, ${time.checkP95Ms} ms for 95 of 100, ${time.checkMaxMs.toFixed(1)} ms at most.`,
  );
  return {
    ...result,
    time,
    kinds: Object.fromEntries(
      kinds.map(([kind, list]) => [kind, { claims: list.length, wrong: list.filter(isWrong).length }]),
    ),
  };
};

function figures(judged: readonly JudgedClaim[]) {
  const of = (truth: ClaimCase['truth']): readonly JudgedClaim[] =>
    judged.filter(({ claim }) => claim.truth === truth);
  return {
    cases: judged.length,
    falseAcceptRate: share(of('fabricated'), isWrong),
    falseRejectRate: share(of('true'), isWrong),
    repairRate: 1 - share(of('moved'), isWrong),
    flaggedOfLimits: share(of('limit'), isWrong),
    written: {
      accepted: share(of('fabricated').filter(isWritten), isWrong),
      rejected: share(of('true').filter(isWritten), isWrong),
    },
    repositories: new Set(judged.map(({ claim }) => claim.repository)).size,
  };
}

function isWritten({ claim }: JudgedClaim): boolean {
  return claim.kind === 'written freely, by hand';
}

function isWrong({ claim, state }: JudgedClaim): boolean {
  if (claim.truth === 'fabricated') return state !== 'flagged';
  return claim.truth === 'moved' ? state !== 'repaired' : state === 'flagged';
}

function wronglyJudged(judged: readonly JudgedClaim[]): readonly JudgedClaim[] {
  return judged.filter((one) => one.claim.truth !== 'limit' && isWrong(one));
}

function describe({ claim, state, checks }: JudgedClaim): string {
  const failed = checks.filter(({ passed }) => !passed).map(({ check, detail }) => `${check}: ${detail}`);
  return [
    `[${claim.truth}: ${claim.kind}] ${state} ${claim.repository} ${claim.path}`,
    `  ${claim.text}`,
    ...failed.map((one) => `  - ${one}`),
  ].join('\n');
}

function share(list: readonly JudgedClaim[], is: (one: JudgedClaim) => boolean): number {
  return list.length === 0 ? 0 : list.filter(is).length / list.length;
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

function valueOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}
