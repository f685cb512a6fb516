/** Builds the prompt for a model that writes an answer: the best evidence that fits, and the facts that a query returned. */

import { packEvidence } from '../../../answering/prompt/pack-evidence.ts';
import { rules, writePrompt } from '../../../answering/prompt/write-prompt.ts';
import {
  isAttachmentEvidence,
  isSpanEvidence,
  type AnyEvidence,
  type Evidence,
} from '../../../core/answers/evidence.ts';
import type { GeneratorMessage } from '../../../core/answers/generation.ts';
import { countTokens } from '../../../core/text/tokens.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import type { Services } from '../../services.ts';
import { formatVersionName } from '../../versions/compare-versions.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { AnswerRequest } from '../answer-request.ts';
import { readAttachmentLines } from '../evidence/issue-attachment-evidence.ts';

/** Maximum fractions of the prompt for attached files and for facts. */
const attachedFraction = 0.5;
const factsFraction = 0.25;

interface ModelPrompt {
  readonly messages: readonly GeneratorMessage[];
  /** Exactly the evidence that the model receives. It can cite nothing else. */
  readonly evidence: ReadonlyMap<string, AnyEvidence>;
  /** Whether some evidence of the draft is missing or shortened. */
  readonly isReduced: boolean;
}

export async function buildPrompt(
  services: Pick<Services, 'chunkStore' | 'generation' | 'secretScanner'>,
  resolved: ResolvedSnapshot,
  input: {
    readonly evidence: ReadonlyMap<string, AnyEvidence>;
    /** The sentences of a draft that was composed from a query; empty for a draft from passages. */
    readonly sentences: readonly string[];
    readonly request: Pick<AnswerRequest, 'followUp' | 'writer'>;
  },
): Promise<ModelPrompt> {
  const { evidence, sentences, request } = input;
  const question = request.followUp.text;
  const availableTokens = services.generation.promptTokens - countTokens(rules) - countTokens(question) - 200;
  const all = [...evidence.values()];
  const files = all.filter(isAttachmentEvidence);
  const attached = packEvidence(
    files,
    files.length === all.length ? availableTokens : availableTokens * attachedFraction,
  );
  const facts = selectWithinTokens(sentences.filter(isFact), availableTokens * factsFraction);
  const usedTokens = sumTokens(attached.selected.map(({ evidence: item }) => item.text)) + sumTokens(facts);
  const found = packEvidence(
    all.filter((item) => !isAttachmentEvidence(item)),
    Math.max(0, availableTokens - usedTokens),
  );
  const included = await Promise.all(
    [...found.selected, ...attached.selected].map(({ evidence: item, endLine }) =>
      endLine === undefined ||
      (!isSpanEvidence(item) && !isAttachmentEvidence(item)) ||
      endLine === item.endLine
        ? item
        : shortenEvidence(services, resolved, { item, endLine, request }),
    ),
  );
  const shown = new Map(included.flatMap((item) => (item === undefined ? [] : [[item.id, item] as const])));
  const citedFacts = facts.flatMap((fact) => retainShownCitations(fact, shown) ?? []);
  const { style, language } = request.writer;
  const messages = writePrompt({
    style,
    language,
    repository: resolved.repository.name,
    version: `${formatVersionName(resolved.snapshot)} (${resolved.snapshot.commit.slice(0, 12)})`,
    question,
    evidence: [...shown.values()],
    facts: citedFacts,
    omitted: {
      evidence: all.length - shown.size,
      facts: sentences.filter(isFact).length - citedFacts.length,
    },
  });
  const isReduced = all.some((item) => shown.get(item.id) !== item);
  return { messages, evidence: shown, isReduced };
}

/** Reads and hashes the lines again up to an earlier end line. */
async function shortenEvidence(
  services: Pick<Services, 'chunkStore' | 'secretScanner'>,
  resolved: ResolvedSnapshot,
  part: {
    readonly item: Extract<AnyEvidence, { kind: 'code' | 'docs' | 'attachment' }>;
    readonly endLine: number;
    readonly request: Pick<AnswerRequest, 'writer'>;
  },
): Promise<AnyEvidence | undefined> {
  const { item, endLine, request } = part;
  if (isAttachmentEvidence(item))
    return readAttachmentLines(request.writer.files, item, { startLine: item.startLine, endLine });
  // The text of another version is not available here, so its evidence is omitted.
  if (item.commit !== resolved.snapshot.commit) return undefined;
  const { path, startLine } = item;
  const [span] = await readSpans(services.chunkStore, resolved.key, [{ path, startLine, endLine }]);
  if (span === undefined) return undefined;
  const url = item.url.replace(/-L\d+$/, `-L${endLine}`);
  return { ...item, endLine, url, text: span.text, spanHash: span.spanHash } satisfies Evidence;
}

/** Whether the sentence states a fact. Headings state none. */
function isFact(sentence: string): boolean {
  return sentence.trim() !== '' && !/^\s*#/.test(sentence);
}

/** Selects sentences until one exceeds the limit. */
function selectWithinTokens(sentences: readonly string[], maxTokens: number): readonly string[] {
  let remaining = maxTokens;
  return sentences.filter((sentence) => {
    remaining -= countTokens(sentence);
    return remaining >= 0;
  });
}

function sumTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + countTokens(text), 0);
}

/** @returns the fact with citations of shown evidence only; undefined if it has none */
function retainShownCitations(fact: string, shown: ReadonlyMap<string, AnyEvidence>): string | undefined {
  const shortened = fact.replace(/ ?\[chunk:([A-Za-z0-9_-]{1,40})\]/g, (cited, id: string) =>
    shown.has(id) ? cited : '',
  );
  return shortened.includes('[chunk:') ? shortened : undefined;
}
