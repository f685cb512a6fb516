/**
 * A model on loopback for `--choice-prompts` and `--choice-replies`. It records the prompt in which a server lets it choose definitions, and
 * replies what a person or another model wrote for that question, so that the choice is measured through the public API.
 */

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { SpanPosition } from '../../../worker/core/answers/evidence.ts';
import { findTagged } from '../../support/fakes/overlap-model.ts';
import type { ProviderMessage } from '../../support/providers/provider-script.ts';
import { startProviders } from '../../support/providers/start-providers.ts';

const replySchema = z.object({ id: z.string(), reply: z.string() });

/** Chooses nothing, so that the ranking decides. */
const noChoice = '{"definitions": []}';

export interface ChoicePrompt {
  readonly messages: readonly ProviderMessage[];
  readonly listed: readonly SpanPosition[];
}

export interface ChoiceModel {
  /** Settings of a server that uses this model. */
  readonly vars: Readonly<Record<string, string>>;
  /** Starts a question: the next prompts belong to it. */
  begin(id: string): void;
  /** The prompt of the question; undefined if the server let no model choose. */
  prompt(): ChoicePrompt | undefined;
  close(): Promise<void>;
}

/** @param replies by the id of the question */
export async function startChoiceModel(replies: ReadonlyMap<string, string>): Promise<ChoiceModel> {
  let reply = noChoice;
  let prompt: ChoicePrompt | undefined;
  const providers = await startProviders({
    script: ({ messages, prompt: text }) => {
      const [list] = findTagged(text, 'list');
      if (list !== undefined) prompt = { messages, listed: readListedPositions(list.text) };
      return reply;
    },
  });
  return {
    vars: { MODELS: 'compatible/replies', COMPATIBLE_URL: providers.getUrl('openai') },
    begin: (id) => {
      reply = replies.get(id) ?? noChoice;
      prompt = undefined;
    },
    prompt: () => prompt,
    close: () => providers.close(),
  };
}

/** Reads the positions of a list: a path on a line of its own, then lines with the numbers of its definitions. */
export function readListedPositions(list: string): readonly SpanPosition[] {
  let path = '';
  return list.split('\n').flatMap((line) => {
    const entries = /^\d+\. /.test(line)
      ? [/\((\d+)-(\d+)\)(?= — |$)/.exec(line) ?? []]
      : line.startsWith('also ')
        ? [...line.matchAll(/\((\d+)-(\d+)\)(?=, \d+\. |$)/g)]
        : [];
    if (entries.length === 0) path = line;
    return entries.map(([, start, end]) => ({ path, startLine: Number(start), endLine: Number(end) }));
  });
}

/** @returns replies by the id of the question. @throws CommandError with the number of the first invalid line */
export function readChoiceReplies(file: string): ReadonlyMap<string, string> {
  if (!existsSync(file))
    throw usageError(
      `The file "${file}" does not exist.`,
      'Give --choice-replies the path of a .jsonl file.',
    );
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Map(
    lines.flatMap((line, index) => {
      if (line.trim() === '') return [];
      const parsed = replySchema.safeParse(parseJson(line));
      if (parsed.success) return [[parsed.data.id, parsed.data.reply] as const];
      throw usageError(
        `${file}:${index + 1} is not an id with a reply. ${z.prettifyError(parsed.error)}`,
        'Write {"id": "…", "reply": "…"} on each line.',
      );
    }),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
