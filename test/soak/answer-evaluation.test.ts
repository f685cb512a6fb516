/** Evaluates the answers of a scripted model over real HTTP with a scripted judge, and checks every figure. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTerminal } from '../../clients/cli/terminal/terminal.ts';
import { evaluateAnswers } from '../eval/answers/evaluate-answers.ts';
import { readOptions } from '../eval/options.ts';
import { commitAll } from '../support/files/git.ts';
import { startProviders, type Providers } from '../support/providers/start-providers.ts';
import { findEvidenceIds, type ProviderCall } from '../support/providers/provider-script.ts';

let folder: string;
let set: string;
let providers: Providers;

const gate = `"""The gate."""


def open_gate(level):
    """Opens the gate at a level."""
    return level + 3
`;

/** Plays both roles. The judge receives a schema for its answer; the answering model does not. */
function answerOrJudge({ schema, prompt }: ProviderCall): string {
  if (schema === undefined)
    return `\`open_gate\` opens “the gate at a level”. [chunk:${findEvidenceIds(prompt)[0] ?? 'none'}] It was blessed by the mayor. [chunk:none]`;
  const claims = [...prompt.matchAll(/\{"id":"(c\d+)"/g)].map(([, id]) => id);
  return JSON.stringify({
    claims: claims.map((id, index) => ({
      id,
      verdict: index === 0 ? 'supported' : 'unsupported',
      why: 'As cited.',
    })),
    overall: 4,
    why: 'It says what the reference says.',
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wherefore-answers-'));
  const clone = join(folder, 'harbour');
  await mkdir(clone);
  await writeFile(join(clone, 'gate.py'), gate);
  const commit = commitAll(clone);
  set = join(folder, 'set.jsonl');
  const line = { repository: 'harbour', commit, complexity: 'simple', expect: 'answered' };
  const evaluationCase = {
    id: 'one',
    question: 'What does `open_gate` return?',
    reference: 'The level and 3 more.',
    names: [['open_gate']],
  };
  await writeFile(set, `${JSON.stringify({ ...line, ...evaluationCase })}\n`);
  providers = await startProviders({ script: answerOrJudge });
  vi.stubEnv('OPENAI_URL', providers.getUrl('openai'));
  vi.stubEnv('OPENAI_KEY', 'key-of-the-evaluation');
  vi.stubEnv('MODEL_PRICES', 'openai/scripted=1/2');
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await providers.close();
  await rm(folder, { recursive: true, force: true });
});

it('reports the quality of claims, the verdicts of a judge, and the cost', async () => {
  const out = join(folder, 'page');
  const options = [
    '--answers',
    set,
    '--repositories',
    folder,
    '--model',
    'openai/scripted',
    '--judge',
    'openai/judge',
  ];
  const evaluationOptions = readOptions([...options, '--ablate', 'models', '--out', out]);
  const terminal = createTerminal({ stdout: process.stderr, stderr: process.stderr, json: false });
  const figures = await evaluateAnswers(evaluationOptions, {
    terminal,
    signal: new AbortController().signal,
  });
  expect(figures['openai/scripted']).toMatchObject({
    answers: 1,
    claims: 2,
    borneOut: 0.5,
    citationsResolved: 1,
    named: 1,
    declinedWrongly: 0,
    semantic: 0.5,
    mark: 4,
  });
  expect(figures['openai/scripted']?.costUsd).toBeGreaterThan(0);
  expect(figures['openai/scripted']?.tokensRead).toBeGreaterThan(100);
  expect(figures['embedded']).toMatchObject({ citationsResolved: 1, tokensRead: 0, mark: 4 });
  const page = await readFile(`${out}.md`, 'utf8');
  expect(page).toContain('by openai/judge');
  expect(providers.calls.every(({ call }) => call.key === 'key-of-the-evaluation')).toBe(true);
});
