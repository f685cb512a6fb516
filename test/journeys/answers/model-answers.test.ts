/**
 * Two hundred answers of a scripted model over real HTTP, from a vendor to the public door: every citation that is shown opens the lines
 * it was taken from, everything made up is marked, and nothing the model wrote is left out.
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
const atOnce = 4;
let providers: Providers;
let journey: JourneyServer;
let id: string;
let files: ReadonlyMap<string, Buffer>;
/** What was written, by question. */
const written = new Map<string, readonly WrittenSentence[]>();

beforeAll(async () => {
  providers = await startProviders({
    script: (call) => {
      const sentences = writeSentences(call);
      written.set(parseQuestion(call.prompt), sentences);
      return splitIntoPieces(formatAnswer(sentences), 23);
    },
  });
  journey = await startJourneyServer({ ...providers.environment, MODELS: 'openai/scripted' });
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
const squeezed = (text: string): string => text.replace(/\s+/g, '');

/** Functions of the files, each asked about once. */
function questions(): readonly string[] {
  const names = [...files.values()].flatMap((body) =>
    [...body.toString('utf8').matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(
      ([, name]) => name ?? '',
    ),
  );
  const asked = [...new Set(names)].flatMap((name) => [
    `What does \`${name}\` do?`,
    `How does \`${name}\` work?`,
  ]);
  return asked.slice(0, answers);
}

/** The file as the server has it at the commit that is cited. */
const opened = new Map<string, Promise<{ text: string; hash: string }>>();
function fileAt(path: string, commit: string): Promise<{ text: string; hash: string }> {
  const key = `${commit}:${path}`;
  const known = opened.get(key) ?? journey.client.readFile(id, path, commit);
  opened.set(key, known);
  return known;
}

async function unresolved(answer: Answer): Promise<readonly string[]> {
  const spans = new Map(getSpans(answer).map((span) => [span.id, span]));
  const cited = new Set(answer.claims.flatMap(({ citations }) => citations));
  const broken: string[] = [];
  for (const one of cited) {
    const span = spans.get(one);
    if (span === undefined) {
      broken.push(`${one} is no source`);
      continue;
    }
    const file = await fileAt(span.path, span.commit);
    const lines = file.text
      .split(/(?<=\n)/)
      .slice(span.startLine - 1, span.endLine)
      .join('');
    const own = files.get(span.path) ?? Buffer.alloc(0);
    const holds =
      file.hash === span.hash &&
      sha256(own) === span.hash &&
      sha256(lines) === span.spanHash &&
      lines === span.text;
    if (!holds) broken.push(`${span.path}:${span.startLine}-${span.endLine}`);
  }
  return broken;
}

interface Judged {
  citations: number;
  unresolved: string[];
  /** By kind: how many there were, and what was shown of them otherwise than it is. */
  readonly kinds: Map<string, { count: number; wrong: string[] }>;
  lost: string[];
}

function judge(judged: Judged, answer: Answer, sentences: readonly WrittenSentence[]): void {
  const headings = answer.answer.split('\n').filter((line) => line.startsWith('#'));
  const told = squeezed([...headings, ...answer.claims.map(({ text }) => text)].join(''));
  // A repaired claim is told with the source it was moved to.
  const isMoved = answer.claims.some(({ state }) => state === 'repaired');
  if (!isMoved && told !== squeezed(answer.answer)) judged.lost.push(answer.id);
  if (answer.claims.length !== sentences.length) {
    judged.lost.push(`${answer.claims.length} claims of ${sentences.length} sentences`);
    return;
  }
  for (const [index, { kind, holds, text }] of sentences.entries()) {
    const { state = 'pending', checks = [] } = answer.claims[index] ?? {};
    // What is so, but rests on lines that speak to a model (these files tell of such lines), is held back by that alone.
    const isHeldBack =
      checks.some(({ passed }) => !passed) &&
      checks.every(({ check, passed }) => passed || check === 'instructions');
    const of = judged.kinds.get(kind) ?? { count: 0, wrong: [] };
    of.count += 1;
    const isShownToHold = state === 'verified' || state === 'repaired';
    if (isShownToHold !== holds && !(holds && isHeldBack)) of.wrong.push(`${state}: ${text}`);
    judged.kinds.set(kind, of);
  }
}

describe('two hundred answers of a model that makes things up', () => {
  const judged: Judged = { citations: 0, unresolved: [], kinds: new Map(), lost: [] };

  it('come from the vendor to the door', async () => {
    const asked = questions();
    expect(asked.length).toBe(answers);
    const rest = [...asked];
    const ask = async (): Promise<void> => {
      for (let question = rest.pop(); question !== undefined; question = rest.pop()) {
        const answer = await journey.client.answer(id, { question });
        expect(answer).toMatchObject({ answerer: 'openai/scripted', refused: false });
        judge(judged, answer, written.get(question) ?? []);
        judged.citations += answer.claims.flatMap(({ citations }) => citations).length;
        judged.unresolved.push(...(await unresolved(answer)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, ask));
    expect(providers.calls.length).toBe(answers);
  }, 480_000);

  it('every citation opens its lines at its commit, at the hashes told', () => {
    expect(judged.citations).toBeGreaterThan(answers);
    expect(judged.unresolved).toEqual([]);
  });

  it('nothing made up is shown as verified', () => {
    const made = [...judged.kinds].filter(
      ([kind]) => !['quote', 'quote in other marks', 'name'].includes(kind),
    );
    expect(made.length).toBeGreaterThan(9);
    expect(made.flatMap(([kind, { wrong }]) => wrong.slice(0, 3).map((one) => `${kind}: ${one}`))).toEqual(
      [],
    );
  });

  it('what is so is shown as verified', () => {
    const wrong = ['quote', 'quote in other marks', 'name'].flatMap(
      (kind) => judged.kinds.get(kind)?.wrong ?? [],
    );
    const count = ['quote', 'quote in other marks', 'name'].reduce(
      (sum, kind) => sum + (judged.kinds.get(kind)?.count ?? 0),
      0,
    );
    expect(count).toBeGreaterThan(answers);
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('nothing of the text is left out', () => {
    expect(judged.lost).toEqual([]);
  });
});

describe('an answer as it is streamed', () => {
  // Of how something works more is told than of where it stands.
  it.each([1, 41, 81, 121, 161])(
    '(%i) tells text before its claims, each pending at first',
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
      for (const told of states.values()) {
        expect(told[0]).toBe('pending');
        expect(told.at(-1)).not.toBe('pending');
      }
      const types = parts.map(({ type }) => type);
      expect(types.indexOf('data-generation')).toBeGreaterThan(types.lastIndexOf('data-claim'));
      transcripts.push(transcriptOf(question, parts));
    },
  );

  afterAll(async () => {
    // Kept where somebody asks for them: a test changes nothing of the tree.
    if (process.env['WRITE_TRANSCRIPTS'] === undefined) return;
    const path = join(import.meta.dirname, '../../eval/results/model-transcripts.md');
    await writeFile(path, [head, ...transcripts].join('\n\n'));
  });
});

const transcripts: string[] = [];
const head = `# Transcripts of a scripted model

Five answers as the public door streams them, in the order of their parts. No real model is asked: a scripted one behind a vendor’s own interface on
loopback writes true sentences and made-up ones about the evidence it is shown. Written anew by
\`WRITE_TRANSCRIPTS=1 npx vitest run --config test/vitest.config.ts --project journeys test/journeys/answers/model-answers.test.ts\`.`;

/** Text and every event, in order; of evidence where it is, not its text. */
function transcriptOf(question: string, parts: readonly AnswerStreamPart[]): string {
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
    const line = lineOf(part);
    if (line === undefined) continue;
    flush();
    lines.push(line);
  }
  flush();
  return `## ${question}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
}

function lineOf(part: AnswerStreamPart): string | undefined {
  switch (part.type) {
    case 'data-question':
      return `question    ${part.data.class}, confidence ${part.data.confidence}`;
    case 'data-sources':
      return part.data.evidence
        .map(
          (one) =>
            `source      ${one.id} ${'path' in one ? `${one.path}:${one.startLine}-${one.endLine}` : one.kind}`,
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
