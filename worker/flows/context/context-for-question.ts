/** Returns the context of a question: the spans that a model needs to answer it, and the same as Markdown. */

import { formatContextHeader, formatContextSpan } from '../../answering/context/format-context.ts';
import type { CoverageLine } from '../../core/answers/answer.ts';
import type { Confidence, QuestionClass } from '../../core/answers/question.ts';
import { AppError } from '../../core/errors.ts';
import { countTokens } from '../../core/text/tokens.ts';
import type { DefinitionChooser } from '../../core/settings.ts';
import type { Viewer } from '../../core/viewer.ts';
import { coverageLine } from '../answer/coverage-line.ts';
import { withMeteredModels } from '../limits/meter-model-calls.ts';
import type { DefinitionChoice } from '../models/choose-definitions.ts';
import { createModelHelp } from '../models/model-help.ts';
import { damageNotes, withDamageTracking } from '../search/damage-notes.ts';
import { retrieve } from '../search/find-spans/retrieve.ts';
import { noFilters } from '../search/search-filters.ts';
import type { Services } from '../services.ts';
import { formatVersionName } from '../versions/compare-versions.ts';
import { resolveSnapshot } from '../versions/resolve-snapshot.ts';
import { packContext, toAbsolute, type ContextSpan } from './pack-context.ts';

export interface ContextQuestion {
  readonly id: string;
  readonly version: string | undefined;
  readonly question: string;
  /** Undefined means the default of the deployment. */
  readonly maxTokens: number | undefined;
  readonly maxSpans: number | undefined;
  /** Undefined means the default of the deployment. */
  readonly definitionChoice: DefinitionChooser | undefined;
  /** Address of the server, for links in the Markdown. */
  readonly origin: string;
}

export interface ContextOutcome {
  readonly class: QuestionClass;
  readonly confidence: Confidence;
  readonly spans: readonly ContextSpan[];
  readonly markdown: string;
  /** Tokens of the Markdown. */
  readonly tokens: number;
  readonly coverage: CoverageLine;
  /** What a model chose; undefined if the ranking decided. */
  readonly choice: DefinitionChoice | undefined;
  readonly notes: readonly string[];
  readonly retrieveMs: number;
}

/** Tokens for at least one short definition. */
const minSpanTokens = 100;

const cautions: Partial<Record<Confidence, string>> = {
  low: 'It may not contain the answer.',
  'out-of-scope':
    'It probably does not contain the answer: the repository does not seem to cover the question.',
};

export async function contextForQuestion(
  unmetered: Services,
  viewer: Viewer,
  request: ContextQuestion,
): Promise<ContextOutcome> {
  const services = withMeteredModels(unmetered, viewer);
  const startedAt = services.clock.now();
  const damaged = new Set<string>();
  const resolved = withDamageTracking(await resolveSnapshot(services, viewer, request), damaged);
  const { retrieval } = services.settings;
  const maxSpans = request.maxSpans ?? retrieval.contextSpans;
  const help = createModelHelp(services);
  const finding = await retrieve(services, resolved, {
    text: request.question,
    filters: noFilters,
    count: maxSpans,
    ranksDefinitions: true,
    help,
    planning: retrieval.planner === 'model' ? { earlier: [] } : undefined,
  });
  const { confidence } = finding.assessment;
  const header = formatContextHeader({
    question: request.question,
    repository: resolved.repository.name,
    version: formatVersionName(resolved.snapshot),
    commit: resolved.snapshot.commit,
    caution: cautions[confidence],
  });
  const maxTokens = (request.maxTokens ?? retrieval.contextTokens) - countTokens(header);
  if (maxTokens < minSpanTokens) throw questionTooLong(request, countTokens(header));
  const chooser = request.definitionChoice ?? retrieval.definitionChoice;
  const { spans: packed, choice } = await packContext(services, resolved, {
    finding,
    limits: { maxTokens, maxSpans },
    help: chooser === 'model' ? help : undefined,
  });
  const { spans, markdown } = formatWithin(packed, { header, origin: request.origin, maxTokens });
  return {
    class: confidence === 'out-of-scope' ? 'out-of-scope' : finding.question.class,
    confidence,
    spans,
    markdown,
    tokens: countTokens(markdown),
    coverage: coverageLine(resolved),
    choice: choice === undefined || choice.chosen.length === 0 ? undefined : choice,
    notes: [
      ...finding.notes,
      ...(choice?.note === undefined ? [] : [choice.note]),
      ...damageNotes(resolved, damaged),
    ],
    retrieveMs: services.clock.now() - startedAt,
  };
}

/** Formats the spans, without the last ones if links with this origin are longer than usual. */
function formatWithin(
  spans: readonly ContextSpan[],
  {
    header,
    origin,
    maxTokens,
  }: { readonly header: string; readonly origin: string; readonly maxTokens: number },
): Pick<ContextOutcome, 'spans' | 'markdown'> {
  let remaining = maxTokens;
  const blocks: string[] = [];
  for (const span of spans) {
    const block = formatContextSpan({ ...span, url: toAbsolute(span.url, origin) });
    remaining -= countTokens(block);
    if (remaining < 0) break;
    blocks.push(block);
  }
  return { spans: spans.slice(0, blocks.length), markdown: [header, ...blocks].join('') };
}

function questionTooLong({ maxTokens }: ContextQuestion, headerTokens: number): AppError {
  const needed = headerTokens + minSpanTokens;
  return new AppError(
    'invalid_request',
    `The question leaves no room for code: with its heading it has ${headerTokens} tokens, and the limit is ${maxTokens ?? 'the CONTEXT_TOKENS setting'}. Set maxTokens to at least ${needed}, or shorten the question.`,
  );
}
