/**
 * Prints a streamed answer: how the question was rewritten, the top sources when confidence is low, each claim once
 * its state is final with its citations, suggested questions, notes and coverage. Text that belongs to no claim, such
 * as a refusal, is printed as it is.
 */

import type { Claim } from '../../../worker/contract/answers/claim.ts';
import type { Evidence, SpanEvidence } from '../../../worker/contract/answers/evidence.ts';
import type { CoverageLine } from '../../../worker/contract/answers/schema.ts';
import type { AnswerStreamPart, QuestionReading } from '../../../worker/contract/answers/stream.ts';
import { composedHeading } from '../../../worker/contract/client.ts';
import type { Generation } from '../../../worker/contract/models/schema.ts';
import { formatCount } from '../indexing/index-progress.ts';
import type { Terminal } from './terminal.ts';

const lowConfidence = 'Low confidence: these lines may not answer the question. Read them before the answer:';
/** Top-ranked sources printed before a low-confidence answer. */
const maxPlacesFirst = 5;
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
  const shown = new Set<string>();
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
  const showSettled = (all: boolean): void => {
    for (const [id, claim] of claims) {
      if (shown.has(id)) continue;
      if (claim.state === 'pending' && !all) return;
      shown.add(id);
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
      showSettled(false);
    },
    end: () => {
      showSettled(true);
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
  const from = text.lastIndexOf(`\n### ${composedHeading}\n`);
  return from >= 0 && text.indexOf(claim.text, from) > from;
}

/** Describes the rewritten question and its sub-questions, if any. */
function describeReading({ asked, text, subQueries = [] }: QuestionReading): readonly string[] {
  return [
    ...(text.trim() === asked.trim() ? [] : [`Read as: ${text}\n`]),
    ...(subQueries.length === 0 ? [] : [`Searched separately: ${subQueries.join(' · ')}\n`]),
  ];
}

/** The refusal's text up to its first claim. Claims are printed with their states, so they are not repeated here. */
function textBeforeClaims(text: string, claims: Iterable<Claim>): string {
  const at = Array.from(claims, (claim) => text.indexOf(claim.text)).filter((place) => place > 0);
  return text.slice(0, at.length === 0 ? undefined : Math.min(...at)).trim();
}

/** When no claim is verified or repaired: one line that says so, with the number of claims in each state. */
function describeUnverified(claims: readonly Claim[]): string[] {
  if (claims.length === 0 || claims.some(({ state }) => state === 'verified' || state === 'repaired'))
    return [];
  const states = new Map<string, number>();
  for (const { state } of claims) states.set(state, (states.get(state) ?? 0) + 1);
  const counts = [...states].map(([state, count]) => `${count} ${state}`).join(', ');
  const what =
    claims.length === 1
      ? 'Its one claim could not'
      : `None of its ${formatCount(claims.length)} claims could`;
  return [`${what} be verified against what it cites: ${counts}.`];
}

function isSpan(one: Evidence): one is SpanEvidence {
  return one.kind === 'code' || one.kind === 'docs';
}

/** Evidence from history: neither a span of the indexed code or docs nor an attached file. */
function isHistory(one: Evidence): boolean {
  return !isSpan(one) && one.kind !== 'attachment';
}

/**
 * Empty when the evidence contains no history. After the first claim about history, every claim except those about
 * attached files stays under that heading.
 */
function selectHeading(claim: Claim, evidence: ReadonlyMap<string, Evidence>, before: string): string {
  const all = [...evidence.values()];
  if (!all.some(isHistory)) return before;
  const cited = claim.citations.flatMap((id) => evidence.get(id) ?? []);
  if (cited.length > 0 && cited.every(({ kind }) => kind === 'attachment')) return attachedHeading;
  if (before === historyHeading || cited.some(isHistory)) return historyHeading;
  const commit = all.find(isSpan)?.commit.slice(0, shortIdLength);
  return commit === undefined ? before : `The code, as of ${commit}:`;
}

function describeLowConfidence(found: readonly Evidence[]): string {
  const places = found.slice(0, maxPlacesFirst).map((piece) => {
    const subject = piece.kind === 'commit' && piece.subject !== '' ? `: ${piece.subject}` : '';
    return `    ${describePlace(piece)}${subject}`;
  });
  return [lowConfidence, ...places, ''].join('\n');
}

function describeClaim(claim: Claim, evidence: ReadonlyMap<string, Evidence>): string {
  const cited = claim.citations.flatMap((id) => evidence.get(id) ?? []);
  const places = cited.map((piece) => `    ${describePlace(piece)}`);
  const explained = claim.checks
    .filter(({ check, passed }) => !passed || check === 'repair')
    .map(({ check, detail }) => `    ${check}: ${detail}`);
  return [`[${claim.state}] ${withoutMarkers(claim.text)}`, ...places, ...new Set(explained)].join('\n');
}

function describePlace(evidence: Evidence): string {
  if (evidence.kind === 'attachment' || isSpan(evidence))
    return `${evidence.path}:${evidence.startLine}-${evidence.endLine}`;
  const written = `${evidence.date.slice(0, 10)} by ${evidence.author}`;
  if (evidence.kind !== 'commit')
    return `${evidence.kind === 'issue' ? 'issue' : 'pull request'} #${evidence.number}, ${written}: ${evidence.url}`;
  return `commit ${evidence.commit.slice(0, shortIdLength)} of ${evidence.date.slice(0, 10)} by ${evidence.author}`;
}

/** The citations are printed below the claim, so its markers are redundant. */
function withoutMarkers(text: string): string {
  return text.replaceAll(/\s*\[chunk:[^\]]*\]/g, '').trim();
}

function describeCoverage(coverage: CoverageLine): string {
  const files = `${formatCount(coverage.files)} files searched, ${formatCount(coverage.skipped)} skipped`;
  const at = coverage.ref === null ? coverage.commit : `${coverage.ref} (${coverage.commit})`;
  return `At ${at}: ${files}, indexed ${coverage.indexedAt}${describeFreshness(coverage)}.`;
}

function describeFreshness({ behind, behindReason, checkedAt }: CoverageLine): string {
  const checked = checkedAt === null ? '' : ` (checked ${checkedAt})`;
  if (behind === 0) return `, up to date${checked}`;
  if (behind !== null) return `, ${behind} commits behind${checked}`;
  if (behindReason === 'newer') return `, the host has newer commits${checked}`;
  if (behindReason === 'not-checked') return ', not compared with its host yet';
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
  const took = [
    ...(usage.input + usage.output === 0
      ? []
      : [`${formatCount(usage.input)} tokens read, ${formatCount(usage.output)} written`]),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(4)}`]),
    ...(firstTokenMs === null ? [] : [`first token after ${(firstTokenMs / 1_000).toFixed(1)} s`]),
    ...(isOwnKey ? ['with your own key'] : []),
  ];
  return [`Written by ${model}${took.length === 0 ? '' : `: ${took.join(', ')}`}.`, ...lines];
}
