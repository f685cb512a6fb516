/** What a model is given of a draft: the best of its evidence as far as the prompt has room, and what its query found in sentences. */

import { packEvidence } from '../../answering/model/pack-evidence.ts';
import { rules, writePrompt } from '../../answering/model/write-prompt.ts';
import { isOfAttachment, isOfLines, type AnyEvidence, type Evidence } from '../../core/evidence.ts';
import type { GeneratorMessage } from '../../core/generation.ts';
import { countTokens } from '../../core/tokens.ts';
import { readSpans } from '../../retrieval/read-spans.ts';
import { nameOfVersion } from '../versions/compare-versions.ts';
import { attachmentLines } from '../issue-attachment-evidence.ts';
import type { AskedQuestion } from '../prepare-answer.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';

/** Shares of the prompt that attached files and facts may take, at most. */
const attachedShare = 0.5;
const factsShare = 0.25;

interface ModelPrompt {
  readonly messages: readonly GeneratorMessage[];
  /** What the model is shown, as it is shown: nothing else can be cited. */
  readonly evidence: ReadonlyMap<string, AnyEvidence>;
  /** Whether something of the draft's is not among it, or is cut. */
  readonly isLess: boolean;
}

export async function promptFor(
  services: Pick<Services, 'chunkStore' | 'generation' | 'secretScanner'>,
  resolved: ResolvedSnapshot,
  given: {
    readonly evidence: ReadonlyMap<string, AnyEvidence>;
    /** Sentences a query's draft is composed of; none of a draft of passages. */
    readonly sentences: readonly string[];
    readonly asked: Pick<AskedQuestion, 'followUp' | 'writer'>;
  },
): Promise<ModelPrompt> {
  const { evidence, sentences, asked } = given;
  const question = asked.followUp.text;
  const room = services.generation.promptTokens - countTokens(rules) - countTokens(question) - 200;
  const all = [...evidence.values()];
  const files = all.filter(isOfAttachment);
  const attached = packEvidence(files, files.length === all.length ? room : room * attachedShare);
  const facts = withinTokens(sentences.filter(isFact), room * factsShare);
  const taken = tokensOf(attached.kept.map(({ evidence: one }) => one.text)) + tokensOf(facts);
  const found = packEvidence(
    all.filter((one) => !isOfAttachment(one)),
    Math.max(0, room - taken),
  );
  const kept = await Promise.all(
    [...found.kept, ...attached.kept].map(({ evidence: one, endLine }) =>
      endLine === undefined || (!isOfLines(one) && !isOfAttachment(one)) || endLine === one.endLine
        ? one
        : cut(services, resolved, { one, endLine, asked }),
    ),
  );
  const shown = new Map(kept.flatMap((one) => (one === undefined ? [] : [[one.id, one] as const])));
  const told = facts.flatMap((fact) => citingAlone(fact, shown) ?? []);
  const messages = writePrompt({
    repository: resolved.repository.name,
    version: `${nameOfVersion(resolved.snapshot)} (${resolved.snapshot.commit.slice(0, 12)})`,
    question,
    evidence: [...shown.values()],
    facts: told,
    leftOut: {
      evidence: all.length - shown.size,
      facts: sentences.filter(isFact).length - told.length,
    },
  });
  const isLess = all.some((one) => shown.get(one.id) !== one);
  return { messages, evidence: shown, isLess };
}

/** The same lines up to an earlier one, read and hashed anew. */
async function cut(
  services: Pick<Services, 'chunkStore' | 'secretScanner'>,
  resolved: ResolvedSnapshot,
  of: {
    readonly one: Extract<AnyEvidence, { kind: 'code' | 'docs' | 'attachment' }>;
    readonly endLine: number;
    readonly asked: Pick<AskedQuestion, 'writer'>;
  },
): Promise<AnyEvidence | undefined> {
  const { one, endLine, asked } = of;
  if (isOfAttachment(one))
    return attachmentLines(asked.writer.files, one, { startLine: one.startLine, endLine });
  // Of another version than the one asked about the text is not at hand: it is left out whole.
  if (one.commit !== resolved.snapshot.commit) return undefined;
  const { path, startLine } = one;
  const [span] = await readSpans(services.chunkStore, resolved.key, [{ path, startLine, endLine }]);
  if (span === undefined) return undefined;
  const url = one.url.replace(/-L\d+$/, `-L${endLine}`);
  return { ...one, endLine, url, text: span.text, spanHash: span.spanHash } satisfies Evidence;
}

/** Headings say nothing. */
function isFact(sentence: string): boolean {
  return sentence.trim() !== '' && !/^\s*#/.test(sentence);
}

function withinTokens(sentences: readonly string[], room: number): readonly string[] {
  let left = room;
  return sentences.filter((sentence) => {
    left -= countTokens(sentence);
    return left >= 0;
  });
}

function tokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + countTokens(text), 0);
}

/** The fact with what is shown of its citations; undefined where none is. */
function citingAlone(fact: string, shown: ReadonlyMap<string, AnyEvidence>): string | undefined {
  const left = fact.replace(/ ?\[chunk:([A-Za-z0-9_-]{1,40})\]/g, (cited, id: string) =>
    shown.has(id) ? cited : '',
  );
  return left.includes('[chunk:') ? left : undefined;
}
