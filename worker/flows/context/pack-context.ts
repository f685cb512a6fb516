/**
 * Packs what a model needs to answer a question: whole definitions, best first, without copies, within a budget. `…/context` and the prompt of
 * a model use the same spans.
 */

import { roundScore } from '../../retrieval/ranking/candidate.ts';
import { countContextSpanTokens } from '../../answering/context/format-context.ts';
import type { RankedDefinition } from '../../retrieval/definitions/ranked-definition.ts';
import type { ReadableDefinition } from '../../retrieval/context/readable-definition.ts';
import { followCalls } from '../../retrieval/context/follow-calls.ts';
import { deduplicateDefinitions } from '../../retrieval/context/deduplicate-definitions.ts';
import {
  packDefinitions,
  type PackedSpan,
  type PackingLimits,
} from '../../retrieval/context/pack-definitions.ts';
import { weighTerms } from '../../retrieval/search/search-terms.ts';
import type { Finding } from '../search/find-spans/finding.ts';
import { permalink } from '../search/search-snapshot.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { DefinitionChoice } from '../models/choose-definitions.ts';
import type { ModelHelp } from '../models/model-help.ts';
import { readDefinitions } from './read-definitions.ts';
import { deriveDefinitions } from './derive-definitions.ts';
import { listChoices } from './list-choices.ts';
import { putChosenFirst, showsAll, showsDefinition } from './put-chosen-first.ts';

/** Definitions that are read for each span that may be shown, since some are copies or parts of others. */
const readPerSpan = 4;
/** Number of definitions before those that calls lead to. */
const followedRank = 8;

/** Stands for the address of the server, so that the same spans are packed for every caller. */
const usualOrigin = 'https://wherefore.example';

export interface ContextSpan extends PackedSpan {
  /** Relative to the server. */
  readonly url: string;
  /** Whether it shows a definition that a model chose. */
  readonly isChosen: boolean;
}

interface PackedContext {
  readonly spans: readonly ContextSpan[];
  /** What a model chose; undefined if none was asked. */
  readonly choice: DefinitionChoice | undefined;
}

interface ContextInput {
  readonly finding: Finding;
  readonly limits: PackingLimits;
  /** Models that may choose definitions; undefined if the ranking decides. */
  readonly help: ModelHelp | undefined;
}

export async function packContext(
  services: Pick<Services, 'chunkStore' | 'graphStore'>,
  resolved: ResolvedSnapshot,
  { finding, limits, help }: ContextInput,
): Promise<PackedContext> {
  const { question } = finding;
  const ranked = await listDefinitions(services, resolved.key, finding);
  const count = limits.maxSpans * readPerSpan;
  const ordered = await orderDefinitions(services, resolved, finding, ranked.slice(0, count));
  const pack = (definitions: readonly ReadableDefinition[]): readonly PackedSpan[] =>
    packDefinitions(definitions, {
      ...limits,
      terms: question.terms,
      countSpanTokens: (span) =>
        countContextSpanTokens({ ...span, url: toAbsolute(permalink(resolved, span), usualOrigin) }),
    });
  const packed = pack(ordered);
  const { choice, definitions } =
    help === undefined ||
    help.models.length === 0 ||
    question.class === 'too-broad' ||
    showsAll(packed, ordered)
      ? { choice: undefined, definitions: ordered }
      : await putChosenFirst(help, question, {
          definitions: ordered,
          choices: await listChoices(services, resolved.key, question, ordered),
        });
  const spans = definitions === ordered ? packed : pack(definitions);
  return {
    choice,
    spans: spans.map((span) => ({
      ...span,
      url: permalink(resolved, span),
      isChosen: choice?.chosen.some((definition) => showsDefinition(span, definition)) ?? false,
    })),
  };
}

/** Ranked definitions, or those around the best chunks if none were ranked. */
async function listDefinitions(
  services: Pick<Services, 'chunkStore'>,
  key: ResolvedSnapshot['key'],
  finding: Finding,
): Promise<readonly RankedDefinition[]> {
  if (finding.definitions.length > 0) return listRankedDefinitions(finding);
  const { question, retrieved } = finding;
  return deriveDefinitions(services, key, { question, spans: retrieved.spans });
}

/** Reads the best ranked definitions, without copies. */
export async function readRankedDefinitions(
  services: Pick<Services, 'chunkStore'>,
  { key }: Pick<ResolvedSnapshot, 'key'>,
  finding: Finding,
  count: number,
): Promise<readonly ReadableDefinition[]> {
  const { question } = finding;
  const ranked = await listDefinitions(services, key, finding);
  const read = await readDefinitions(services, key, ranked.slice(0, count));
  return deduplicateDefinitions(read, question.asksForTests || question.asksForExamples);
}

/** Reads the definitions, without copies, with those that calls of the first ones lead to after these. */
async function orderDefinitions(
  services: Pick<Services, 'chunkStore' | 'graphStore'>,
  resolved: ResolvedSnapshot,
  { question, retrieved }: Finding,
  ranked: readonly RankedDefinition[],
): Promise<readonly ReadableDefinition[]> {
  const withTests = question.asksForTests || question.asksForExamples;
  const read = await readDefinitions(services, resolved.key, ranked);
  const distinct = deduplicateDefinitions(read, withTests);
  const first = distinct.slice(0, followedRank);
  const { frequencies } = retrieved;
  const present = question.terms.filter(({ word }) => (frequencies.get(word) ?? 0) > 0);
  const called = await followCalls(services.graphStore, resolved.key, first, {
    terms: present,
    weights: weighTerms(present, frequencies, resolved.snapshot.counts.chunks),
    withTests,
  });
  const followed = await readDefinitions(services, resolved.key, called);
  return [...first, ...followed, ...distinct.slice(followedRank)];
}

/** Chunks whose lines count as matches of a definition that is too long to show whole. */
const matchingChunks = 60;

function listRankedDefinitions({ definitions, retrieved }: Finding): readonly RankedDefinition[] {
  const matching = retrieved.spans.slice(0, matchingChunks).map(({ chunk }) => chunk);
  return definitions.map(({ chunk, score, scores }) => {
    const { path, startLine, endLine, symbol, kind, role, language } = chunk;
    const matches = matching
      .filter((found) => found.path === path && found.startLine <= endLine && found.endLine >= startLine)
      .map((found) => ({
        path,
        startLine: Math.max(startLine, found.startLine),
        endLine: Math.min(endLine, found.endLine),
      }))
      .toSorted((a, b) => a.startLine - b.startLine);
    return {
      path,
      startLine,
      endLine,
      symbol,
      kind,
      role,
      language,
      score: roundScore(score),
      scores,
      matches,
    };
  });
}

/** @param origin such as `https://wherefore.example` */
export function toAbsolute(url: string, origin: string): string {
  return url.startsWith('/') ? `${origin}${url}` : url;
}
