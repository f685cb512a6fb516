/**
 * Measures how long one check takes in an answer with 12 spans of 200 lines. The first claims that cite a span also pay for reading it.
 * Uses processor time, since other programs may load the machine; it includes concurrent garbage collection.
 */

import { scoreClaim } from '../../../worker/answering/claims/score-claim.ts';
import { createClaimReader } from '../../../worker/answering/claim-text/read-claims.ts';
import { createEvidence, type ClaimCase } from './claim-case.ts';
import type { SourceFile } from './source-files.ts';
import { percentile } from '../timing.ts';

const [spans, lines, claimCount] = [12, 200, 240];
/** Answers checked first so that the code is compiled. */
const warmUps = 3;

export function timeChecks(files: readonly SourceFile[], cases: readonly ClaimCase[]) {
  const long = files.filter(({ text }) => text.split('\n').length > lines);
  const texts = cases.filter(({ truth }) => truth !== 'limit').map(({ text }) => text);
  const rounds = Array.from({ length: warmUps + 1 }, (_, round) =>
    timeAnswerChecks(long.slice(round * spans, (round + 1) * spans), texts),
  );
  const times = rounds.at(-1) ?? [];
  return {
    spans,
    linesOfSpan: lines,
    claims: times.length,
    checkP50Ms: percentile(times, 0.5),
    checkP95Ms: percentile(times, 0.95),
    checkMaxMs: Math.max(0, ...times),
  };
}

function timeAnswerChecks(files: readonly SourceFile[], texts: readonly string[]): readonly number[] {
  const evidence = new Map(
    files.map(
      (file, at) =>
        [`e${at + 1}`, createEvidence(file, { id: `e${at + 1}`, startLine: 1, endLine: lines })] as const,
    ),
  );
  return Array.from({ length: claimCount }, (_, at) => {
    const text = texts[Math.floor((at * texts.length) / claimCount)] ?? '';
    const reader = createClaimReader();
    const cited = text.replaceAll(/\[chunk:\w+\]/g, `[chunk:e${(at % spans) + 1}]`);
    const claims = [...reader.add(cited), ...reader.end()];
    const started = process.cpuUsage();
    for (const claim of claims) scoreClaim(claim, evidence);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000 / Math.max(1, claims.length);
  });
}
