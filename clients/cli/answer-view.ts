/**
 * A streamed answer on a terminal: how a follow-up was read; where confidence is low that it is, and the lines found, before anything
 * is said of them; each claim once its state is final, in the order the claims were begun, with the lines and commits it cites, the
 * code as it is apart from its history; then narrower questions, and the coverage. What is not a claim, such as the words of a
 * refusal, is shown as text. What could not be done as asked, and what of the past is not known, is noted below.
 */

import { composedHeading } from '../../worker/contract/client.ts';
import type { CoverageLine, Evidence, SpanEvidence } from '../../worker/contract/answer.ts';
import type { Claim } from '../../worker/contract/claim.ts';
import type { AnswerStreamPart, QuestionReading } from '../../worker/contract/answer-stream.ts';
import type { Generation } from '../../worker/contract/generation.ts';
import { describeGeneration } from './describe-generation.ts';
import { formatCount } from './describe-progress.ts';
import type { Terminal } from './terminal.ts';

const lowConfidence =
  'Low confidence: these lines may not hold what was asked. Read them before what is said of them:';
/** The likeliest places that are shown first then. */
const placesFirst = 5;
/** Characters of a commit's id: as long as answers write it. */
const shortId = 9;
const pastHeading = 'Its history:';
const attachedHeading = 'What came with the question:';

export interface AnswerView {
  add(part: AnswerStreamPart): void;
  /** Shows what is still held back. `finished` tells whether the stream said it was whole. */
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
  /** Low confidence that is still to be told. */
  let isUnsure = false;
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
        if (isUnsure && evidence.size > 0) terminal.print(describeUnsure([...evidence.values()]));
        isUnsure &&= evidence.size === 0;
      } else if (part.type === 'data-question') {
        isUnsure = part.data.confidence === 'low' && part.data.class !== 'too-broad';
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
      if (ending.refused) terminal.print(`[declined] ${beforeClaims(text, claims.values())}`);
      else if (claims.size === 0) terminal.print(text.trim());
      if (suggested.length > 0) terminal.print(suggested.map((question) => `  ${question}`).join('\n'));
      const ends = [...notes, ...(ending.refused ? [] : describeNoneVerified([...claims.values()]))];
      ends.push(...(coverage === undefined ? [] : [describeCoverage(coverage)]));
      ends.push(...describeGeneration(generation, degraded));
      if (isCached) ends.push('Served from the cache; --retry asks anew.');
      if (ends.length > 0) terminal.print(`\n${ends.join('\n')}`);
      return ending;
    },
  };
}

/** Claims one after another, each under the heading it stands under. */
function createClaimPrinter(terminal: Terminal, evidence: ReadonlyMap<string, Evidence>) {
  /** Of the claims printed last. */
  let heading = '';
  let isComposed = false;
  return (claim: Claim, text: string): void => {
    if (!isComposed && standsComposed(claim, text)) terminal.print(`\n${composedHeading}:`);
    isComposed ||= standsComposed(claim, text);
    const next = headingOf(claim, evidence, heading);
    if (next !== heading) terminal.print(`${heading === '' ? '' : '\n'}${next}`);
    heading = next;
    terminal.print(describeClaim(claim, evidence));
  };
}

/** Whether it stands behind the words of a model that broke off. */
function standsComposed(claim: Claim, text: string): boolean {
  const from = text.lastIndexOf(`\n### ${composedHeading}\n`);
  return from >= 0 && text.indexOf(claim.text, from) > from;
}

/** How the question was read, where that is not how it was asked. */
function describeReading({ asked, text, subQueries = [] }: QuestionReading): readonly string[] {
  return [
    ...(text.trim() === asked.trim() ? [] : [`Read as: ${text}\n`]),
    ...(subQueries.length === 0 ? [] : [`Searched apart: ${subQueries.join(' · ')}\n`]),
  ];
}

/** Claims are shown with their states: what a model says behind its refusal is not said again without one. */
function beforeClaims(text: string, claims: Iterable<Claim>): string {
  const at = Array.from(claims, (claim) => text.indexOf(claim.text)).filter((place) => place > 0);
  return text.slice(0, at.length === 0 ? undefined : Math.min(...at)).trim();
}

/** Where nothing that is said holds, where it is cited or where it was moved to: a line that says so, with how many are in which state. */
function describeNoneVerified(claims: readonly Claim[]): string[] {
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

function isOfLines(one: Evidence): one is SpanEvidence {
  return one.kind === 'code' || one.kind === 'docs';
}

/** Of the past: neither lines as they are nor a file that came along. */
function isPast(one: Evidence): boolean {
  return !isOfLines(one) && one.kind !== 'attachment';
}

/** Empty where nothing of the past is told of. What follows the first claim of it is of the past as well, but what attached files say. */
function headingOf(claim: Claim, evidence: ReadonlyMap<string, Evidence>, before: string): string {
  const all = [...evidence.values()];
  if (!all.some(isPast)) return before;
  const cited = claim.citations.flatMap((id) => evidence.get(id) ?? []);
  if (cited.length > 0 && cited.every(({ kind }) => kind === 'attachment')) return attachedHeading;
  if (before === pastHeading || cited.some(isPast)) return pastHeading;
  const asOf = all.find(isOfLines)?.commit.slice(0, shortId);
  return asOf === undefined ? before : `The code, as of ${asOf}:`;
}

function describeUnsure(found: readonly Evidence[]): string {
  const places = found.slice(0, placesFirst).map((piece) => {
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
  if (evidence.kind === 'attachment' || isOfLines(evidence))
    return `${evidence.path}:${evidence.startLine}-${evidence.endLine}`;
  const written = `${evidence.date.slice(0, 10)} by ${evidence.author}`;
  if (evidence.kind !== 'commit')
    return `${evidence.kind === 'issue' ? 'issue' : 'pull request'} #${evidence.number}, ${written}: ${evidence.url}`;
  return `commit ${evidence.commit.slice(0, shortId)} of ${evidence.date.slice(0, 10)} by ${evidence.author}`;
}

/** The places stand below the claim, so the markers in it say nothing more. */
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
