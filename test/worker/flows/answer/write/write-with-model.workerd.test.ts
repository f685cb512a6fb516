/** Answers that a model writes: each claim is checked, invented claims are marked, and the index answers if the model fails. */
import { beforeAll, describe, expect, it } from 'vitest';
import { refusalMarker } from '../../../../../worker/answering/prompt/write-prompt.ts';
import type { AnswerEvent } from '../../../../../worker/core/answers/answer.ts';
import type { Claim } from '../../../../../worker/core/answers/claim.ts';
import type { AttachedFile, ShownEvidence } from '../../../../../worker/core/answers/evidence.ts';
import type { GeneratorEvent } from '../../../../../worker/core/answers/generation.ts';
import { AppError } from '../../../../../worker/core/errors.ts';
import { sha256 } from '../../../../../worker/core/text/hash.ts';
import { openModeViewer } from '../../../../../worker/core/viewer.ts';
import { takeTurn } from '../../../../../worker/flows/answer/conversation/take-turn.ts';
import { contextForQuestion } from '../../../../../worker/flows/context/context-for-question.ts';
import type { Services } from '../../../../../worker/flows/services.ts';
import type { GenerateRequest, Generator } from '../../../../../worker/ports/generator.ts';
import { createTestGeneration } from '../../../../support/fakes/generation.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import { openAnsweringWorkbench } from '../../../../support/workbench/open-answering-workbench.ts';
import type { Workbench } from '../../../../support/workbench/workbench.ts';
import { smallRepository } from '../../../../support/files/small-repository.ts';

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openAnsweringWorkbench();
  ({ id } = await uploadAndIndex(bench, smallRepository));
});

type Script = (request: GenerateRequest) => AsyncIterable<GeneratorEvent | string>;

/** Returns the text of the user message of a prompt. */
const userPrompt = ({ messages }: GenerateRequest): string =>
  messages.flatMap((message) => (message.role === 'user' ? [message.text] : [])).join('\n');
/** Returns the id of the first evidence that contains the words. */
const evidenceId = (request: GenerateRequest, words: string): string =>
  [...userPrompt(request).matchAll(/<evidence id="([^"]+)"[^>]*>\n([\s\S]*?)<\/evidence>/g)].find(
    ([, , text]) => text?.includes(words),
  )?.[1] ?? 'none';

function servicesWith(script: Script, overrides: Partial<Services['generation']> = {}): Services {
  const generator: Generator = {
    provider: 'openai',
    hasKey: true,
    async *generate(request) {
      for await (const part of script(request))
        yield typeof part === 'string' ? { type: 'text-delta', text: part } : part;
      yield { type: 'finish', reason: 'stop', usage: { input: 10, cached: 0, output: 5 } };
    },
    models: () => Promise.resolve([]),
  };
  const generation = createTestGeneration(bench.clock, {
    generators: new Map([['openai', generator]]),
    models: [{ provider: 'openai', model: 'scripted' }],
    timeouts: { firstPartMs: 5_000, nextPartMs: 5_000, maxRetryMs: 0 },
    ...overrides,
  });
  return { ...bench.services, generation };
}

/** Creates a script that streams a text in pieces of a few characters. */
const streams = (text: (request: GenerateRequest) => string): Script =>
  async function* (request) {
    for (const piece of text(request).match(/[\s\S]{1,5}/g) ?? []) yield piece;
  };

interface StreamedAnswer {
  readonly events: readonly AnswerEvent[];
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly evidence: readonly ShownEvidence[];
}

async function ask(
  services: Services,
  question: string,
  files: readonly AttachedFile[] = [],
  { model, needsModel }: { readonly model?: string; readonly needsModel?: boolean } = {},
): Promise<StreamedAnswer> {
  const turn = await takeTurn(services, {
    viewer: openModeViewer,
    repositoryId: id,
    version: undefined,
    question,
    topK: undefined,
    writing: { model, temperature: undefined, maxOutputTokens: undefined, needsModel },
    files,
    fresh: true,
    earlier: [],
  });
  const events: AnswerEvent[] = [];
  for await (const event of turn.events) events.push(event);
  const claims = new Map<string, Claim>();
  let evidence: readonly ShownEvidence[] = [];
  for (const event of events) {
    if (event.type === 'claim') claims.set(event.claim.id, event.claim);
    if (event.type === 'sources') evidence = event.evidence;
  }
  const text = events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
  return { events, text, claims: [...claims.values()], evidence };
}
const findEvent = <Type extends AnswerEvent['type']>({ events }: StreamedAnswer, type: Type) =>
  events.find((event): event is Extract<AnswerEvent, { type: Type }> => event.type === type);

const question = 'What does `join_chunks` do?';
const stored = 'Joins the chunks of a file back into its text.';

const describeSpan = (span: { path?: string; startLine?: number; endLine?: number; text: string }): string =>
  `${span.path}:${span.startLine}-${span.endLine} ${span.text}`;

describe('the evidence of a model', () => {
  it('is the spans that context returns for the question, in the same order', async () => {
    const services = servicesWith(streams(() => 'It joins chunks [chunk:none].'));
    const { evidence } = await ask(services, question);
    const { spans } = await contextForQuestion(services, openModeViewer, {
      id,
      question,
      version: undefined,
      maxTokens: undefined,
      maxSpans: undefined,
      definitionChoice: undefined,
      origin: 'http://localhost',
    });
    expect(spans.length).toBeGreaterThan(1);
    expect(evidence.map(describeSpan)).toEqual(spans.map(describeSpan));
  });
});

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');
const failingScript: Script = async function* () {
  await Promise.resolve();
  yield* [];
  throw new AppError('model_refused', 'The provider does not accept it.');
};
const blankScript: Script = async function* () {
  await Promise.resolve();
  yield ' \n';
};

describe('an answer by a model', () => {
  it('contains the model’s text with each claim checked, and names the model', async () => {
    const services = servicesWith(
      streams(
        (request) =>
          `It is documented: “${stored}” [chunk:${evidenceId(request, stored)}]. It is \`ChunkStore.join_pieces\` [chunk:e1]. It is fast [chunk:e99]. It is nice.`,
      ),
    );
    const answer = await ask(services, question);
    expect(answer.claims.map(({ state }) => state)).toEqual([
      'verified',
      'unsupported',
      'unsupported',
      'uncited',
    ]);
    expect(answer.claims[2]?.text).toBe('It is fast [chunk:e99].');
    expect(findEvent(answer, 'generation')).toMatchObject({
      degraded: undefined,
      generation: { model: 'openai/scripted', isCutOff: false, usage: { input: 10, cached: 0, output: 5 } },
    });
    expect(findEvent(answer, 'end')?.verdict).toMatchObject({ answerer: 'openai/scripted', refused: false });
    expect(findEvent(answer, 'end')?.verdict.degraded).toBeUndefined();
  });

  it('is requested with a prompt of cacheable rules, the shown evidence and the question', async () => {
    let options: GenerateRequest | undefined;
    const services = servicesWith((request) => {
      options = request;
      return streams(() => 'Yes.')(request);
    });
    const answer = await ask(services, question);
    const [system, user] = options?.messages ?? [];
    expect(system).toMatchObject({ role: 'system', isCachePrefix: true });
    expect(user?.role).toBe('user');
    const prompt = options === undefined ? '' : userPrompt(options);
    const ids = [...prompt.matchAll(/<evidence id="([^"]+)"/g)].map(([, found]) => found);
    expect(ids.toSorted()).toEqual(answer.evidence.map((shown) => shown.id).toSorted());
    for (const { text } of answer.evidence) expect(prompt).toContain(text.trimEnd());
    expect(prompt).toContain(`<question>\n${question}\n</question>`);
  });

  it('shows the evidence that fits the prompt, with hashes of exactly what is shown', async () => {
    const long = Array.from(
      { length: 400 },
      (_, index) => `Line ${index + 1} is about the harbour gauge.\n`,
    ).join('');
    const services = servicesWith(
      streams(
        (request) =>
          `It says “Line 2 is about the harbour gauge.” [chunk:${evidenceId(request, 'Line 2 ')}].`,
      ),
      { promptTokens: 1_500 },
    );
    const answer = await ask(services, 'What is written about the harbour gauge?', [
      { name: 'long.txt', text: long },
    ]);
    const [shown] = answer.evidence;
    expect(shown).toMatchObject({
      kind: 'attachment',
      startLine: 1,
      text: expect.stringMatching(/^Line 1 /),
    });
    const endLine = shown?.kind === 'attachment' ? shown.endLine : 0;
    expect(endLine).toBeLessThan(60);
    const lines = long.split('\n').slice(0, endLine).join('\n');
    expect(shown?.kind === 'attachment' && shown.spanHash).toBe(await sha256(`${lines}\n`));
    expect(answer.claims.map(({ state }) => state)).toEqual(['verified']);
  });

  it('contains nothing that a client could follow or execute', async () => {
    const services = servicesWith(
      streams(
        () =>
          'See [here](https://evil.example/?q=1) ![x](https://evil.example/i.png) <img src=x> [chunk:e1].',
      ),
    );
    const { text, claims } = await ask(services, question);
    expect(text).not.toMatch(/\]\(|<img/);
    expect(text).toContain('`https://evil.example/?q=1`');
    expect(claims.map(({ state }) => state)).toEqual(['uncited', 'unsupported']);
  });

  it('consists completely of claims and headings', async () => {
    const services = servicesWith(
      streams(
        () =>
          '### What it does\n\nIt joins [chunk:e1]. Then:\n\n- one [chunk:e2]\n- two\n\n```py\ndef a(): pass\n```\n[chunk:e1]\n\nEnd',
      ),
    );
    const { text, claims } = await ask(services, question);
    const headings = text.split('\n').filter((line) => line.startsWith('#'));
    expect(withoutSpaces([...headings, ...claims.map((claim) => claim.text)].join(''))).toBe(
      withoutSpaces(text),
    );
  });
});

describe('a heading', () => {
  it('is a claim if it states something, but not if it is a title', async () => {
    const answer = await ask(
      servicesWith(streams(() => '### What it does\n\nYes.\n\n### The library is certified.\n')),
      question,
    );
    expect(answer.claims).toMatchObject([
      { text: 'Yes.', state: 'uncited' },
      { text: '### The library is certified.', state: 'uncited' },
    ]);
  });
});

describe('a claim before a pause in the stream', () => {
  it('is checked at once, becomes pending when more of it arrives, and retains its id', async () => {
    const checked = new AbortController();
    const isChecked = new Promise<void>((resolve) => {
      checked.signal.addEventListener('abort', () => resolve());
    });
    const services = servicesWith(async function* (request) {
      const cited = evidenceId(request, stored);
      yield `It says “${stored}” [chunk:${cited}]`;
      await isChecked;
      yield ` and \`nothing_else\` at all [chunk:${cited}].`;
    });
    const turn = await takeTurn(services, {
      viewer: openModeViewer,
      repositoryId: id,
      version: undefined,
      question,
      topK: undefined,
      fresh: true,
      earlier: [],
    });
    const states: string[] = [];
    for await (const event of turn.events) {
      if (event.type !== 'claim') continue;
      states.push(`${event.claim.id} ${event.claim.state}`);
      if (event.claim.state === 'verified') checked.abort();
    }
    expect(states).toEqual(['c1 pending', 'c1 verified', 'c1 pending', 'c1 partial']);
  });
});

describe('a refusal of the model', () => {
  it.each([[refusalMarker], [`\n\`${refusalMarker}\`.\n`]])(
    'makes the answer decline and name the model: %j',
    async (written) => {
      const answer = await ask(servicesWith(streams(() => written)), question);
      expect(findEvent(answer, 'declined')?.searched.files).toBe(8);
      expect(answer.text).toMatch(
        /^`openai\/scripted` found no answer in the evidence: it was given (?:one passage|\d+ passages)\./,
      );
      // The model received only the passages, so the answer makes no statement about the repository.
      expect(answer.text).not.toContain('This repository does not contain');
      expect(answer.text).not.toContain(refusalMarker);
      expect(findEvent(answer, 'end')?.verdict).toMatchObject({ refused: true, answerer: 'openai/scripted' });
      expect(answer.claims).toEqual([]);
    },
  );

  it('is followed by any further text of the model, whose claims are marked', async () => {
    const answer = await ask(servicesWith(streams(() => `${refusalMarker}\n\nBut I know it.`)), question);
    expect(findEvent(answer, 'end')?.verdict.refused).toBe(true);
    expect(answer.claims).toMatchObject([{ text: 'But I know it.', state: 'uncited' }]);
  });

  it('before a sentence with a citation is a gap in a partial answer', async () => {
    const answer = await ask(
      servicesWith(
        streams(
          (request) => `${refusalMarker}\n\nIt says “${stored}” [chunk:${evidenceId(request, stored)}].`,
        ),
      ),
      question,
    );
    expect(findEvent(answer, 'end')?.verdict.refused).toBe(false);
    expect(answer.text).not.toContain(refusalMarker);
    expect(answer.claims.map(({ text }) => text)).toEqual([
      'Not in the evidence [chunk:none]',
      expect.stringContaining(stored),
    ]);
    expect(answer.claims[1]?.state).toBe('verified');
    expect(answer.evidence.map((shown) => shown.id)).toContain(answer.claims[1]?.citations[0]);
  });

  it('in the middle of an answer is a gap', async () => {
    const answer = await ask(
      servicesWith(
        streams(
          (request) =>
            `It says “${stored}” [chunk:${evidenceId(request, stored)}]. ${refusalMarker}: who calls it.`,
        ),
      ),
      question,
    );
    expect(findEvent(answer, 'declined')).toBeUndefined();
    expect(answer.claims.at(-1)?.text).toBe('Not in the evidence [chunk:none]: who calls it.');
  });

  it('does not occur for a question that is declined without a model', async () => {
    let calls = 0;
    const services = servicesWith((request) => {
      calls += 1;
      return streams(() => 'Yes.')(request);
    });
    const answer = await ask(services, 'Where is `frobnicate_all` defined?');
    expect(findEvent(answer, 'end')?.verdict).toMatchObject({ refused: true, answerer: 'embedded' });
    expect(findEvent(answer, 'generation')).toBeUndefined();
    expect(calls).toBe(0);
  });
});

describe('a model that fails', () => {
  it.each([
    ['rejects the call', failingScript],
    ['writes nothing', blankScript],
    ['writes only a heading', streams(() => '### Answer')],
    ['writes only punctuation', streams(() => '...')],
  ] as const)('is replaced by the composer, with a note, if it %s', async (_, script) => {
    const embedded = await ask(servicesWith(script), question, [], { model: 'embedded' });
    const answer = await ask(servicesWith(script), question);
    expect(answer.claims.map(({ state }) => state)).toContain('verified');
    // The composed text does not continue the beginning of the model's text.
    expect(`\n\n${answer.text}`).toContain(`\n\n${embedded.claims[0]?.text ?? 'nothing'}`);
    expect(findEvent(answer, 'end')?.verdict).toMatchObject({ answerer: 'embedded', refused: false });
    expect(findEvent(answer, 'end')?.verdict.degraded).toContain('No model wrote this answer');
    expect(findEvent(answer, 'generation')?.generation.attempts.length).toBeGreaterThan(0);
  });

  it('fails the answer if only a model may write it', async () => {
    await expect(ask(servicesWith(failingScript), question, [], { needsModel: true })).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('wrote no complete answer'),
    });
    const written = streams((request) => `It says “${stored}” [chunk:${evidenceId(request, stored)}].`);
    expect((await ask(servicesWith(written), question, [], { needsModel: true })).text).toContain(stored);
  });

  it('in the middle of its text is continued by the composer', async () => {
    const answer = await ask(
      servicesWith(async function* (request) {
        yield `It says “${stored}” [chunk:${evidenceId(request, stored)}]. And then \`\`\`\nit`;
        await Promise.resolve();
        throw new AppError('model_stream_broken', 'The stream dropped.');
      }),
      question,
    );
    expect(answer.text).toMatch(/^It says “[\s\S]*\n### Composed from the index\n\n`ChunkStore/);
    expect(answer.claims[0]?.state).toBe('verified');
    expect(findEvent(answer, 'end')?.verdict).toMatchObject({ answerer: 'openai/scripted' });
    expect(findEvent(answer, 'end')?.verdict.degraded).toContain('openai/scripted was interrupted');
  });
});

const judgesTo = (prompts: string[], script: Script): Services =>
  servicesWith(
    (request) => {
      if (!userPrompt(request).includes('<sentence id="1"')) return script(request);
      prompts.push(userPrompt(request));
      return streams(() => '{"verdicts": []}')(request);
    },
    { claimJudge: { provider: 'openai', model: 'judge' } },
  );

const interruptedScript: Script = async function* (request) {
  yield `Its chunks are joined again [chunk:${evidenceId(request, stored)}]. And then \`\`\`\nit`;
  await Promise.resolve();
  throw new AppError('model_stream_broken', 'The stream dropped.');
};

describe('a judging model', () => {
  it.each([
    ['rejects the call', failingScript],
    ['writes nothing', blankScript],
  ])('is not asked about composed text if the writing model %s', async (_, script) => {
    const prompts: string[] = [];
    const answer = await ask(judgesTo(prompts, script), question);
    expect(answer.claims.map(({ state }) => state)).toContain('verified');
    expect(prompts).toEqual([]);
    expect(findEvent(answer, 'generation')?.generation.judging).toBeUndefined();
  });

  it('is asked about the words of the writing model alone if the composer continues them', async () => {
    const prompts: string[] = [];
    const answer = await ask(judgesTo(prompts, interruptedScript), question);
    expect(answer.claims.length).toBeGreaterThan(1);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]?.match(/<sentence id="/g)).toHaveLength(1);
    expect(prompts[0]).toContain('>\nIts chunks are joined again.\n');
  });
});

describe('attached files', () => {
  const notes = `Deployment notes\n\nThe gauge of the harbour is read every 45 seconds.\ntoken = "ghp_${'a1B2'.repeat(9)}"\n`;
  const files: readonly AttachedFile[] = [{ name: 'notes.md', text: notes }];

  it('are evidence for a model’s answer: masked, cited and checked', async () => {
    let prompt = '';
    const services = servicesWith((request) => {
      prompt = userPrompt(request);
      return streams(
        () =>
          `They say “read every 45 seconds” [chunk:${evidenceId(request, '45 seconds')}]. It is every 50 seconds [chunk:${evidenceId(request, '45 seconds')}].`,
      )(request);
    });
    const answer = await ask(services, 'How often is the gauge of the harbour read?', files);
    expect(prompt).toContain('kind="attachment" name="notes.md" lines="1-4"');
    expect(prompt).not.toContain('ghp_a1B2');
    expect(answer.claims[0]?.state).toBe('verified');
    const cited = answer.evidence.find((shown) => shown.id === answer.claims[0]?.citations[0]);
    expect(cited).toMatchObject({ kind: 'attachment', path: 'notes.md', startLine: 1, endLine: 4 });
    expect(findEvent(answer, 'end')?.verdict.refused).toBe(false);
  });

  it('are searched for the words of a claim, and its citation moves to the matching lines', async () => {
    const far = Array.from(
      { length: 150 },
      (_, index) => `Line ${index + 1} is about the harbour gauge.\n`,
    ).join('');
    const services = servicesWith(
      streams(
        (request) =>
          `It says “Line 122 is about the harbour gauge.” [chunk:${evidenceId(request, 'Line 2 is')}].`,
      ),
      { promptTokens: 2_500 },
    );
    const answer = await ask(services, 'What is written about the harbour gauge?', [
      { name: 'far.txt', text: far },
    ]);
    const [claim] = answer.claims;
    expect(claim?.state).toBe('repaired');
    // Except for the repair itself, the checks apply to the new lines.
    expect(claim?.checks.every(({ passed }) => passed)).toBe(true);
    expect(claim?.checks.at(-1)).toMatchObject({
      check: 'repair',
      detail: expect.stringMatching(
        /^The citation was moved to far\.txt, lines \d+–\d+ from far\.txt, lines \d+–\d+\.$/,
      ),
    });
    const cited = answer.evidence.find(({ id }) => id === claim?.citations[0]);
    expect(cited).toMatchObject({ kind: 'attachment', path: 'far.txt' });
    expect(cited?.text).toContain('Line 122 is about the harbour gauge.');
    expect(cited).not.toHaveProperty('fileLines');
    const { startLine, endLine } = cited?.kind === 'attachment' ? cited : { startLine: 0, endLine: 0 };
    const lines = far
      .split('\n')
      .slice(startLine - 1, endLine)
      .join('\n');
    expect(cited?.kind === 'attachment' && cited.spanHash).toBe(await sha256(`${lines}\n`));
  });

  it('are quoted by the composer if they contain words of the question', async () => {
    const answer = await ask(bench.services, 'How often is the gauge of the harbour read?', files);
    expect(answer.text).toContain('### In the attached files');
    expect(answer.text).toContain('`notes.md` says: “The gauge of the harbour is read every 45 seconds.”');
    expect(answer.claims.map(({ state }) => state)).toEqual(answer.claims.map(() => 'verified'));
  });

  it('are cited alongside the repository, in their own turn only', async () => {
    const more = [{ name: 'plan.txt', text: 'We want join_chunks to keep the ordinals.\n' }];
    const answer = await ask(bench.services, question, more);
    expect(answer.text).toContain(stored);
    expect(answer.text).toContain('`plan.txt` says: “We want join_chunks to keep the ordinals.”');
    const without = await ask(bench.services, question);
    expect(without.text).not.toContain('plan.txt');
  });

  it('that say nothing about a declined question do not change the answer', async () => {
    const answer = await ask(bench.services, 'Where is `frobnicate_all` defined?', files);
    expect(findEvent(answer, 'end')?.verdict.refused).toBe(true);
  });
});
