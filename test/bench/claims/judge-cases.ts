/**
 * Measures a judging model on labeled claims: `--judge-prompts <file>` writes the exact prompts, without labels, and `--judge-replies
 * <file>` plays replies to them through the judging of answers. Anyone can write the replies, a person or a model.
 */

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { ShownSpan } from '../../../worker/core/answers/evidence.ts';
import type { GeneratorMessage } from '../../../worker/core/answers/generation.ts';
import { sha256 } from '../../../worker/core/text/hash.ts';
import { judgeClaims, type ClaimToJudge, type Judging } from '../../../worker/flows/models/judge-claims.ts';
import { createTestGeneration } from '../../support/fakes/generation.ts';
import { createManualClock } from '../../support/fakes/manual-clock.ts';
import { createScriptedGenerator, streamTexts } from '../../support/fakes/scripted-generator.ts';
import { groupByKey } from './make-claims.ts';
import { sortByHash } from '../sort-by-hash.ts';

const caseSchema = z.object({
  id: z.string(),
  repo: z.string(),
  question: z.string(),
  claim: z.string(),
  label: z.boolean(),
  /** Whether names, numbers or quotations alone show that the claim is false. */
  lookup: z.boolean(),
  evidence: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      startLine: z.int(),
      endLine: z.int(),
      text: z.string(),
    }),
  ),
});
export type LabeledClaim = z.infer<typeof caseSchema>;

const promptSchema = z.object({ id: z.string(), reply: z.string() });

/** Claims on one question that a model receives in one prompt. */
export interface JudgedAnswer {
  readonly id: string;
  readonly claims: readonly LabeledClaim[];
}

export interface JudgeFigures {
  /** Claims with a judgment. */
  readonly judged: number;
  readonly claims: number;
  /** Fractions of the claims of that kind. A claim without a judgment is not disputed. */
  readonly trueDisputed: number;
  readonly falseMeaningDisputed: number;
  readonly falseLookupDisputed: number;
  /** Verdicts whose quotation is not in the evidence. */
  readonly dropped: number;
  /** Ids of true claims that were disputed and false ones that were not. */
  readonly mistakes: readonly string[];
}

const model = { provider: 'compatible', model: 'replies' } as const;
/** The default of the setting `MODEL_PROMPT_TOKENS`. */
const promptTokens = 14_000;

export function readLabeledClaims(file: string): readonly LabeledClaim[] {
  return readLines(file, '--cases').map((line) => caseSchema.parse(JSON.parse(line)));
}

/** @returns replies by the id of the prompt */
export function readReplies(file: string): ReadonlyMap<string, string> {
  const replies = readLines(file, '--judge-replies').map((line) => promptSchema.parse(JSON.parse(line)));
  return new Map(replies.map(({ id, reply }) => [id, reply]));
}

/**
 * Groups the claims by question. A true claim and its false twin, whose ids differ in the last letter, are in different prompts, so that
 * neither gives the other away.
 */
export function groupIntoAnswers(claims: readonly LabeledClaim[]): readonly JudgedAnswer[] {
  const groups = groupByKey(claims, ({ repo, question }) => `${repo}\n${question}`);
  const answers = [...groups.values()].flatMap((group) => {
    const twins = [...groupByKey(group, ({ id }) => id.slice(0, -1)).values()].map((pair) =>
      sortByHash(pair, ({ id }) => id),
    );
    return [0, 1].map((part) => twins.flatMap((pair) => pair[part] ?? [])).filter(({ length }) => length > 0);
  });
  return sortByHash(answers, (answer) => answer.map(({ id }) => id).join()).map((answer, index) => ({
    id: `p${index + 1}`,
    claims: answer,
  }));
}

/** Writes the prompt of each answer as a line of JSON. */
export async function recordPrompts(answers: readonly JudgedAnswer[], file: string): Promise<void> {
  writeFileSync(file, '');
  for (const answer of answers) {
    const { messages } = await judgeAnswer(answer, '{"verdicts": []}');
    appendFileSync(file, `${JSON.stringify({ id: answer.id, messages })}\n`);
  }
}

/** @param replies by the id of the prompt */
export async function measureReplies(
  answers: readonly JudgedAnswer[],
  replies: ReadonlyMap<string, string>,
): Promise<JudgeFigures> {
  const verdicts: {
    readonly claim: LabeledClaim;
    readonly isDisputed: boolean;
    readonly hasJudgment: boolean;
  }[] = [];
  let dropped = 0;
  for (const answer of answers) {
    const { judging } = await judgeAnswer(answer, replies.get(answer.id) ?? '{"verdicts": []}');
    dropped += judging.facts.dropped;
    for (const claim of answer.claims) {
      const judgment = judging.judgments.get(claim.id);
      verdicts.push({
        claim,
        hasJudgment: judgment !== undefined,
        isDisputed: judgment?.verdict === 'disputed',
      });
    }
  }
  const disputed = (matches: (claim: LabeledClaim) => boolean): number => {
    const list = verdicts.filter(({ claim }) => matches(claim));
    return list.length === 0 ? 0 : list.filter(({ isDisputed }) => isDisputed).length / list.length;
  };
  return {
    judged: verdicts.filter(({ hasJudgment }) => hasJudgment).length,
    claims: verdicts.length,
    trueDisputed: disputed(({ label }) => label),
    falseMeaningDisputed: disputed(({ label, lookup }) => !label && !lookup),
    falseLookupDisputed: disputed(({ label, lookup }) => !label && lookup),
    dropped,
    mistakes: verdicts
      .filter(({ claim, isDisputed }) => claim.label === isDisputed)
      .map(({ claim }) => claim.id),
  };
}

/** Puts the claims to a model that gives this reply. */
async function judgeAnswer(
  { claims }: JudgedAnswer,
  reply: string,
): Promise<{ readonly judging: Judging; readonly messages: readonly GeneratorMessage[] }> {
  const clock = createManualClock();
  const generator = createScriptedGenerator('compatible', streamTexts(reply));
  const generation = createTestGeneration(clock, {
    generators: new Map([['compatible', generator] as const]),
    promptTokens,
  });
  const judging = await judgeClaims(
    { clock, generation },
    { model, key: undefined, signal: new AbortController().signal },
    { question: claims[0]?.question ?? '', claims: await Promise.all(claims.map(toClaim)) },
  );
  return { judging, messages: generator.calls[0]?.messages ?? [] };
}

async function toClaim({ id, claim, evidence }: LabeledClaim): Promise<ClaimToJudge> {
  return { id, text: claim, evidence: await Promise.all(evidence.map(toSpan)) };
}

async function toSpan(span: LabeledClaim['evidence'][number]): Promise<ShownSpan> {
  return {
    ...span,
    language: 'text',
    kind: 'code',
    fileHash: '',
    spanHash: await sha256(span.text),
    commit: '',
    url: '',
    symbol: undefined,
    score: 1,
    rank: undefined,
    scores: {},
  };
}

function readLines(file: string, option: string): readonly string[] {
  if (!existsSync(file))
    throw usageError(`The file "${file}" does not exist.`, `Give ${option} the path of a .jsonl file.`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}
