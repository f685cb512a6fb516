/**
 * Measures how long one check takes in an answer with 12 spans of 200 lines. The time of the first claim that cites a span includes parsing the span.
 * Measures processor time, since other programs may load the machine. Processor time includes concurrent garbage collection.
 */

import { decideClaim } from '../../../worker/answering/claims/decide-claim.ts';
import { createClaimReader } from '../../../worker/answering/claim-text/read-claims.ts';
import { createEvidence, type ClaimCase } from './claim-case.ts';
import type { SourceFile } from './source-files.ts';
import { percentile } from '../timing.ts';

const [spans, lines, claimCount] = [12, 200, 240];
/** Number of answers checked before the measured one, so that the code is compiled. */
const warmUps = 3;

export function timeChecks(files: readonly SourceFile[], cases: readonly ClaimCase[]) {
  const longFiles = files.filter(({ text }) => text.split('\n').length > lines);
  const texts = cases.map(({ text }) => text);
  const rounds = Array.from({ length: warmUps + 1 }, (_, round) =>
    timeAnswerChecks(longFiles.slice(round * spans, (round + 1) * spans), texts),
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
      (file, index) =>
        [
          `e${index + 1}`,
          createEvidence(file, { id: `e${index + 1}`, startLine: 1, endLine: lines }),
        ] as const,
    ),
  );
  return Array.from({ length: claimCount }, (_, index) => {
    const text = texts[Math.floor((index * texts.length) / claimCount)] ?? '';
    const reader = createClaimReader();
    const citedText = text.replaceAll(/\[chunk:\w+\]/g, `[chunk:e${(index % spans) + 1}]`);
    const claims = [...reader.add(citedText), ...reader.end()];
    const started = process.cpuUsage();
    for (const claim of claims) decideClaim(claim, evidence);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000 / Math.max(1, claims.length);
  });
}
