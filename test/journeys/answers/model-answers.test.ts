/**
 * A scripted model writes two hundred answers over real HTTP, from a provider to the public API. Every displayed citation opens its source
 * lines, every made-up sentence is marked, and no text of the model is lost.
 */

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import type { AnswerStreamPart } from '../../../worker/contract/answers/stream.ts';
import { getSpans } from '../../support/samples/evidence.ts';
import {
  formatAnswer,
  parseQuestion,
  writeSentences,
  type WrittenSentence,
} from '../../support/samples/model-answers.ts';
import { answeringSource, packProject } from '../../support/files/own-source.ts';
import { startProviders, type Providers } from '../../support/providers/start-providers.ts';
import { splitIntoPieces } from '../../support/providers/provider-script.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const answers = 200;
const concurrency = 4;
let providers: Providers;
let journey: JourneyServer;
let id: string;
let files: ReadonlyMap<string, Buffer>;
/** The model's sentences, by question. */
const sentencesByQuestion = new Map<string, readonly WrittenSentence[]>();

beforeAll(async () => {
  providers = await startProviders({
    script: (call) => {
      const sentences = writeSentences(call);
      sentencesByQuestion.set(parseQuestion(call.prompt), sentences);
      return splitIntoPieces(formatAnswer(sentences), 23);
    },
  });
  journey = await startJourneyServer({
    ...providers.environment,
    MODELS: 'openai/scripted',
    DEFINITION_CHOICE: 'ranking',
  });
  const packed = await packProject(answeringSource);
  files = packed.files;
  const repository = await journey.index('part', packed.archive);
  expect(repository.status).toBe('ready');
  id = repository.id;
});
afterAll(async () => {
  await journey.close();
  await providers.close();
});

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const removeWhitespace = (text: string): string => text.replace(/\s+/g, '');

/** Creates two questions for each function of the files. */
function questions(): readonly string[] {
  const names = [...files.values()].flatMap((body) =>
    [...body.toString('utf8').matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(
      ([, name]) => name ?? '',
    ),
  );
  const questionsAboutNames = [...new Set(names)].flatMap((name) => [
    `What does \`${name}\` do?`,
    `How does \`${name}\` work?`,
  ]);
  return questionsAboutNames.slice(0, answers);
}

/** Files as the server has them at the cited commit. */
const filesByLocation = new Map<string, Promise<{ text: string; hash: string }>>();
function readFileAt(path: string, commit: string): Promise<{ text: string; hash: string }> {
  const key = `${commit}:${path}`;
  const file = filesByLocation.get(key) ?? journey.client.readFile(id, path, commit);
  filesByLocation.set(key, file);
  return file;
}

async function findUnresolvedCitations(answer: Answer): Promise<readonly string[]> {
  const spans = new Map(getSpans(answer).map((span) => [span.id, span]));
  const cited = new Set(answer.claims.flatMap(({ citations }) => citations));
  const mismatches: string[] = [];
  for (const citation of cited) {
    const span = spans.get(citation);
    if (span === undefined) {
      mismatches.push(`${citation} is not a source`);
      continue;
    }
    const file = await readFileAt(span.path, span.commit);
    const lines = file.text
      .split(/(?<=\n)/)
      .slice(span.startLine - 1, span.endLine)
      .join('');
    const fileBytes = files.get(span.path) ?? Buffer.alloc(0);
    const matches =
      file.hash === span.hash &&
      sha256(fileBytes) === span.hash &&
      sha256(lines) === span.spanHash &&
      lines === span.text;
    if (!matches) mismatches.push(`${span.path}:${span.startLine}-${span.endLine}`);
  }
  return mismatches;
}

interface Tally {
  citations: number;
  unresolved: string[];
  /** By kind: the number of sentences, and the sentences displayed with a wrong state. */
  readonly kinds: Map<string, { count: number; wrong: string[] }>;
  lost: string[];
}

function tallyAnswer(tally: Tally, answer: Answer, sentences: readonly WrittenSentence[]): void {
  const headings = answer.answer.split('\n').filter((line) => line.startsWith('#'));
  const claimText = removeWhitespace([...headings, ...answer.claims.map(({ text }) => text)].join(''));
  // A repaired claim is shown with its corrected source.
  const isRepaired = answer.claims.some(({ state }) => state === 'repaired');
  if (!isRepaired && claimText !== removeWhitespace(answer.answer)) tally.lost.push(answer.id);
  if (answer.claims.length !== sentences.length) {
    tally.lost.push(`${answer.claims.length} claims of ${sentences.length} sentences`);
    return;
  }
  for (const [index, { kind, isTrue, text }] of sentences.entries()) {
    const { state = 'pending', checks = [] } = answer.claims[index] ?? {};
    // A true sentence is withheld only if it cites lines that address a model. These files contain some.
    const isWithheld =
      checks.some(({ passed }) => !passed) &&
      checks.every(({ check, passed }) => passed || check === 'instructions');
    const kindTally = tally.kinds.get(kind) ?? { count: 0, wrong: [] };
    kindTally.count += 1;
    const isShownAsTrue = state === 'verified' || state === 'repaired';
    if (isShownAsTrue !== isTrue && !(isTrue && isWithheld)) kindTally.wrong.push(`${state}: ${text}`);
    tally.kinds.set(kind, kindTally);
  }
}

describe('two hundred answers of a model that makes things up', () => {
  const tally: Tally = { citations: 0, unresolved: [], kinds: new Map(), lost: [] };

  it('arrive from the provider at the public API', async () => {
    const allQuestions = questions();
    expect(allQuestions.length).toBe(answers);
    const rest = [...allQuestions];
    const ask = async (): Promise<void> => {
      for (let question = rest.pop(); question !== undefined; question = rest.pop()) {
        const answer = await journey.client.answer(id, { question });
        const { answerer, refused, generation } = answer;
        // The attempts say why another answered.
        expect({ answerer, refused, attempts: generation?.attempts }).toMatchObject({
          answerer: 'openai/scripted',
          refused: false,
        });
        tallyAnswer(tally, answer, sentencesByQuestion.get(question) ?? []);
        tally.citations += answer.claims.flatMap(({ citations }) => citations).length;
        tally.unresolved.push(...(await findUnresolvedCitations(answer)));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, ask));
    expect(providers.calls.length).toBe(answers);
  }, 480_000);

  it('have citations that open their lines at their commit and hashes', () => {
    expect(tally.citations).toBeGreaterThan(answers);
    expect(tally.unresolved).toEqual([]);
  });

  it('never show made-up sentences as verified', () => {
    const madeUp = [...tally.kinds].filter(
      ([kind]) => !['quote', 'quote in other marks', 'name'].includes(kind),
    );
    expect(madeUp.length).toBeGreaterThan(9);
    expect(
      madeUp.flatMap(([kind, { wrong }]) => wrong.slice(0, 3).map((sentence) => `${kind}: ${sentence}`)),
    ).toEqual([]);
  });

  it('show true sentences as verified', () => {
    const wrong = ['quote', 'quote in other marks', 'name'].flatMap(
      (kind) => tally.kinds.get(kind)?.wrong ?? [],
    );
    const count = ['quote', 'quote in other marks', 'name'].reduce(
      (sum, kind) => sum + (tally.kinds.get(kind)?.count ?? 0),
      0,
    );
    expect(count).toBeGreaterThan(answers);
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('contain the whole text of the model', () => {
    expect(tally.lost).toEqual([]);
  });
});

describe('a streamed answer', () => {
  // Questions about how something works get longer answers than those about where it is.
  it.each([1, 41, 81, 121, 161])(
    'sends text before its claims, each claim first as pending (question %i)',
    async (index) => {
      const question = questions()[index] ?? '';
      const parts: AnswerStreamPart[] = [];
      const request = { question, retry: true, options: { temperature: 0.2 } };
      for await (const { part } of journey.client.streamAnswer(id, request)) parts.push(part);
      const states = new Map<string, string[]>();
      let text = '';
      for (const part of parts) {
        if (part.type === 'text-delta') text += part.delta;
        if (part.type !== 'data-claim') continue;
        const [first = ''] = part.data.text.split(/[.[`]/);
        expect(text).toContain(first.trim());
        states.set(part.id, [...(states.get(part.id) ?? []), part.data.state]);
      }
      expect(states.size).toBeGreaterThan(5);
      for (const claimStates of states.values()) {
        expect(claimStates[0]).toBe('pending');
        expect(claimStates.at(-1)).not.toBe('pending');
      }
      const types = parts.map(({ type }) => type);
      expect(types.indexOf('data-generation')).toBeGreaterThan(types.lastIndexOf('data-claim'));
      transcripts.push(formatTranscript(question, parts));
    },
  );

  afterAll(async () => {
    // Writes only on request, since a test must not change the work tree.
    if (process.env['WRITE_TRANSCRIPTS'] === undefined) return;
    const path = join(import.meta.dirname, '../../eval/results/model-transcripts.md');
    await writeFile(path, [head, ...transcripts].join('\n\n'));
  });
});

const transcripts: string[] = [];
const head = `# Transcripts of a scripted model

Five answers as the public door streams them, in the order of their parts. No real model is called: a scripted one behind a provider’s own interface on
loopback writes true sentences and made-up ones about the evidence it is shown. Regenerate it with
\`WRITE_TRANSCRIPTS=1 npx vitest run --config test/vitest.config.ts --project journeys test/journeys/answers/model-answers.test.ts\`.`;

/** Formats the text and every event. Evidence is formatted as its location, without its text. */
function formatTranscript(question: string, parts: readonly AnswerStreamPart[]): string {
  const lines: string[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') lines.push(`text        ${JSON.stringify(text)}`);
    text = '';
  };
  for (const part of parts) {
    if (part.type === 'text-delta') {
      text += part.delta;
      continue;
    }
    const line = formatPart(part);
    if (line === undefined) continue;
    flush();
    lines.push(line);
  }
  flush();
  return `## ${question}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
}

function formatPart(part: AnswerStreamPart): string | undefined {
  switch (part.type) {
    case 'data-question':
      return `question    ${part.data.class}, confidence ${part.data.confidence}`;
    case 'data-sources':
      return part.data.evidence
        .map(
          (item) =>
            `source      ${item.id} ${'path' in item ? `${item.path}:${item.startLine}-${item.endLine}` : item.kind}`,
        )
        .join('\n');
    case 'data-claim': {
      const failed = part.data.checks.filter(({ passed }) => !passed).map(({ detail }) => detail);
      return `claim ${part.id.padEnd(5)} ${part.data.state}${failed.length === 0 ? '' : ` — ${failed.join(' ')}`}`;
    }
    case 'data-generation': {
      const { model, usage, attempts } = part.data;
      return `generation  ${model ?? 'no model'}, ${usage.input} tokens read, ${usage.output} written, ${attempts.map(({ outcome }) => outcome).join(', ')}`;
    }
    case 'finish':
      return `finish      answerer ${part.messageMetadata.answerer ?? ''}, refused ${String(part.messageMetadata.refused)}`;
    case 'text-start':
    case 'text-end':
    case 'text-delta':
    case 'start':
      return undefined;
    default:
      return part.type.replace('data-', '');
  }
}
