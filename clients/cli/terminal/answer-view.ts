/**
 * Prints a streamed answer: how the question was rewritten, the top sources when confidence is low, each claim once
 * its state is final with its citations, suggested questions, notes and coverage. Text that belongs to no claim, such
 * as a refusal, is printed unchanged.
 */

import type { Claim } from '../../../worker/contract/answers/claim.ts';
import type { Evidence, SpanEvidence } from '../../../worker/contract/answers/evidence.ts';
import type { CoverageLine } from '../../../worker/contract/answers/schema.ts';
import type { AnswerStreamPart, QuestionReading } from '../../../worker/contract/answers/stream.ts';
import { composedHeading } from '../../../worker/contract/client.ts';
import type { Generation } from '../../../worker/contract/models/schema.ts';
import { formatCount } from '../indexing/index-progress.ts';
import { formatAge } from './format-age.ts';
import type { Terminal } from './terminal.ts';

const lowConfidenceWarning =
  'Low confidence: these lines may not answer the question. Read them before the answer:';
/** Top-ranked sources printed before a low-confidence answer. */
const maxLeadingSources = 5;
/** Characters of a commit id, as answers print it. */
const shortIdLength = 9;
const historyHeading = 'History:';
const attachedHeading = 'Attached files:';

export interface AnswerView {
  add(part: AnswerStreamPart): void;
  /** Prints everything still pending. `finished` states whether the stream ended with a finish event. */
  end(): { refused: boolean; finished: boolean };
}

export function createAnswerView(terminal: Terminal): AnswerView {
  const evidence = new Map<string, Evidence>();
  const claims = new Map<string, Claim>();
  const printed = new Set<string>();
  let text = '';
  let suggested: readonly string[] = [];
  let notes: readonly string[] = [];
  let coverage: CoverageLine | undefined;
  let ending = { refused: false, finished: false };
  let generation: Generation | undefined;
  let degraded: string | undefined;
  /** Whether a low-confidence warning is still to be printed. */
  let isLowConfidence = false;
  let isCached = false;
  const printClaim = createClaimPrinter(terminal, evidence);
  const printSettledClaims = (includesPending: boolean): void => {
    for (const [id, claim] of claims) {
      if (printed.has(id)) continue;
      if (claim.state === 'pending' && !includesPending) return;
      printed.add(id);
      printClaim(claim, text);
    }
  };

  return {
    add: (part) => {
      if (part.type === 'data-sources') {
        for (const piece of part.data.evidence) evidence.set(piece.id, piece);
        if (isLowConfidence && evidence.size > 0)
          terminal.print(describeLowConfidence([...evidence.values()]));
        isLowConfidence &&= evidence.size === 0;
      } else if (part.type === 'data-question') {
        isLowConfidence = part.data.confidence === 'low' && part.data.class !== 'too-broad';
        notes = part.data.notes ?? [];
        for (const line of describeReading(part.data)) terminal.print(line);
      } else if (part.type === 'data-suggestions') suggested = part.data.questions;
      else if (part.type === 'text-delta') text += part.delta;
      else if (part.type === 'data-claim') claims.set(part.id, part.data);
      else if (part.type === 'data-coverage') coverage = part.data;
      else if (part.type === 'data-generation') generation = part.data;
      else if (part.type === 'finish') {
        ({ degraded, cached: isCached } = part.messageMetadata);
        ending = { refused: part.messageMetadata.refused === true, finished: true };
      }
      printSettledClaims(false);
    },
    end: () => {
      printSettledClaims(true);
      if (ending.refused) terminal.print(`[declined] ${textBeforeClaims(text, claims.values())}`);
      else if (claims.size === 0) terminal.print(text.trim());
      if (suggested.length > 0) terminal.print(suggested.map((question) => `  ${question}`).join('\n'));
      const footer = [...notes, ...(ending.refused ? [] : describeUnverified([...claims.values()]))];
      footer.push(...(coverage === undefined ? [] : [describeCoverage(coverage)]));
      footer.push(...describeGeneration(generation, degraded));
      if (isCached) footer.push('Served from the cache; --retry generates it again.');
      if (footer.length > 0) terminal.print(`\n${footer.join('\n')}`);
      return ending;
    },
  };
}

/** Prints claims one after another under their headings. */
function createClaimPrinter(terminal: Terminal, evidence: ReadonlyMap<string, Evidence>) {
  /** The heading of the last printed claim. */
  let heading = '';
  let isComposed = false;
  return (claim: Claim, text: string): void => {
    if (!isComposed && isInComposedPart(claim, text)) terminal.print(`\n${composedHeading}:`);
    isComposed ||= isInComposedPart(claim, text);
    const next = selectHeading(claim, evidence, heading);
    if (next !== heading) terminal.print(`${heading === '' ? '' : '\n'}${next}`);
    heading = next;
    terminal.print(describeClaim(claim, evidence));
  };
}

/** Whether a claim follows the composed heading, which comes after the text of an interrupted model. */
function isInComposedPart(claim: Claim, text: string): boolean {
  const headingAt = text.lastIndexOf(`\n### ${composedHeading}\n`);
  return headingAt >= 0 && text.indexOf(claim.text, headingAt) > headingAt;
}

/** Describes the rewritten question and its sub-questions, if any. */
function describeReading({ asked, text, subQueries = [] }: QuestionReading): readonly string[] {
  return [
    ...(text.trim() === asked.trim() ? [] : [`Read as: ${text}\n`]),
    ...(subQueries.length === 0 ? [] : [`Searched separately: ${subQueries.join(' · ')}\n`]),
  ];
}

/** Returns the refusal's text up to its first claim. Claims are printed with their states, so they are not repeated here. */
function textBeforeClaims(text: string, claims: Iterable<Claim>): string {
  const positions = Array.from(claims, (claim) => text.indexOf(claim.text)).filter(
    (position) => position > 0,
  );
  return text.slice(0, positions.length === 0 ? undefined : Math.min(...positions)).trim();
}

/** If no claim is verified or repaired, states that in one line with the number of claims in each state. */
function describeUnverified(claims: readonly Claim[]): string[] {
  if (claims.length === 0 || claims.some(({ state }) => state === 'verified' || state === 'repaired'))
    return [];
  const states = new Map<string, number>();
  for (const { state } of claims) states.set(state, (states.get(state) ?? 0) + 1);
  const counts = [...states].map(([state, count]) => `${count} ${state}`).join(', ');
  const subject =
    claims.length === 1
      ? 'Its one claim could not'
      : `None of its ${formatCount(claims.length)} claims could`;
  return [`${subject} be verified against what it cites: ${counts}.`];
}

function isSpan(piece: Evidence): piece is SpanEvidence {
  return piece.kind === 'code' || piece.kind === 'docs';
}

/** Whether evidence is from history: neither a span of the indexed code or docs nor an attached file. */
function isHistory(piece: Evidence): boolean {
  return !isSpan(piece) && piece.kind !== 'attachment';
}

/**
 * Selects the heading of a claim. Without evidence from history, there are no headings. After the first claim about
 * history, every claim stays under that heading, except claims about attached files.
 */
function selectHeading(
  claim: Claim,
  evidence: ReadonlyMap<string, Evidence>,
  previousHeading: string,
): string {
  const allEvidence = [...evidence.values()];
  if (!allEvidence.some(isHistory)) return previousHeading;
  const cited = claim.citations.flatMap((id) => evidence.get(id) ?? []);
  if (cited.length > 0 && cited.every(({ kind }) => kind === 'attachment')) return attachedHeading;
  if (previousHeading === historyHeading || cited.some(isHistory)) return historyHeading;
  const commit = allEvidence.find(isSpan)?.commit.slice(0, shortIdLength);
  return commit === undefined ? previousHeading : `The code, as of ${commit}:`;
}

function describeLowConfidence(sources: readonly Evidence[]): string {
  const locations = sources.slice(0, maxLeadingSources).map((piece) => {
    const subject = piece.kind === 'commit' && piece.subject !== '' ? `: ${piece.subject}` : '';
    return `    ${describeLocation(piece)}${subject}`;
  });
  return [lowConfidenceWarning, ...locations, ''].join('\n');
}

function describeClaim(claim: Claim, evidence: ReadonlyMap<string, Evidence>): string {
  const cited = claim.citations.flatMap((id) => evidence.get(id) ?? []);
  const locations = cited.map((piece) => `    ${describeLocation(piece)}`);
  const checkDetails = claim.checks
    .filter(({ check, passed }) => !passed || check === 'repair')
    .map(({ check, detail }) => `    ${check}: ${detail}`);
  return [`[${claim.state}] ${withoutMarkers(claim.text)}`, ...locations, ...new Set(checkDetails)].join(
    '\n',
  );
}

function describeLocation(evidence: Evidence): string {
  if (evidence.kind === 'attachment' || isSpan(evidence))
    return `${evidence.path}:${evidence.startLine}-${evidence.endLine}`;
  const age = formatAge(evidence.date);
  const dateAndAuthor = `${evidence.date.slice(0, 10)}${age === undefined ? '' : ` (${age})`} by ${evidence.author}`;
  if (evidence.kind !== 'commit')
    return `${evidence.kind === 'issue' ? 'issue' : 'pull request'} #${evidence.number}, ${dateAndAuthor}: ${evidence.url}`;
  const { pullRequest } = evidence;
  const merged = pullRequest === undefined ? '' : `, pull request #${pullRequest.number}`;
  return `commit ${evidence.commit.slice(0, shortIdLength)} of ${dateAndAuthor}${merged}`;
}

/** The citations are printed below the claim, so its markers are redundant. */
function withoutMarkers(text: string): string {
  return text.replaceAll(/\s*\[chunk:[^\]]*\]/g, '').trim();
}

function describeCoverage(coverage: CoverageLine): string {
  const files = `${formatCount(coverage.files)} files searched, ${formatCount(coverage.skipped)} skipped`;
  const version = coverage.ref === null ? coverage.commit : `${coverage.ref} (${coverage.commit})`;
  return `At ${version}: ${files}, indexed ${coverage.indexedAt}${describeFreshness(coverage)}.`;
}

function describeFreshness({ behind, behindReason, checkedAt }: CoverageLine): string {
  const checked = checkedAt === null ? '' : ` (checked ${checkedAt})`;
  if (behind === 0) return `, up to date${checked}`;
  if (behind !== null) return `, ${behind} commits behind${checked}`;
  if (behindReason === 'newer') return `, the host has newer commits${checked}`;
  if (behindReason === 'not-checked') return ', not compared with the host yet';
  return '';
}

/** Describes the model that wrote the answer and its usage. @returns no lines when no model was involved */
function describeGeneration(
  generation: Generation | undefined,
  degraded: string | undefined,
): readonly string[] {
  const lines = degraded === undefined ? [] : [degraded];
  if (generation === undefined || generation.model === null) return lines;
  const { model, usage, costUsd, firstTokenMs, isOwnKey } = generation;
  const usageFacts = [
    ...(usage.input + usage.output === 0
      ? []
      : [`${formatCount(usage.input)} tokens read, ${formatCount(usage.output)} written`]),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(4)}`]),
    ...(firstTokenMs === null ? [] : [`first token after ${(firstTokenMs / 1_000).toFixed(1)} s`]),
    ...(isOwnKey ? ['with your own key'] : []),
  ];
  return [`Written by ${model}${usageFacts.length === 0 ? '' : `: ${usageFacts.join(', ')}`}.`, ...lines];
}
