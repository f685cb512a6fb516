/** What an answers request may say: every field of the wire within its range, and what is not built refused by what works. */
import { describe, expect, it } from 'vitest';
import { answerRequestSchema } from '../../../worker/contract/answer.ts';
import { chatRequestSchema } from '../../../worker/contract/conversation.ts';

const question = 'Where are baskets priced?';
const problemsOf = (body: object): readonly string[] =>
  answerRequestSchema.safeParse({ question, ...body }).error?.issues.map(({ message }) => message) ?? [];

describe('an answers request', () => {
  it('takes what a model is told as well, up to as many passages as a search gives', () => {
    const options = { topK: 100, expandGraph: false, temperature: 0.2, maxOutputTokens: 800 };
    const body = { question, mode: 'chat', strategy: 'linear', model: 'embedded', options };
    expect(answerRequestSchema.parse(body)).toEqual(body);
    const message = { role: 'user', parts: [{ type: 'text', text: question }] };
    expect(chatRequestSchema.parse({ id: 'talk', messages: [message], options })).toMatchObject({ options });
  });

  it.each([
    { temperature: -0.1 },
    { temperature: 2.1 },
    { maxOutputTokens: 0 },
    { maxOutputTokens: 1.5 },
    { topK: 0 },
    { topK: 101 },
  ])('refuses %j, out of range', (options) => {
    expect(problemsOf({ options })).toHaveLength(1);
  });

  it.each([
    [{ mode: 'refactor' }, '"refactor" is not built: give "chat", or leave `mode` out.'],
    [{ strategy: 'agent' }, '"agent" is not built: give "auto" or "linear", or leave `strategy` out.'],
    [{ model: 'gpt' }, '"gpt" is not built: give "embedded", or leave `model` out.'],
    [{ files: ['a'] }, 'No files can be asked about beside the repository yet: leave `files` out.'],
  ])('refuses %j by what works instead', (body, told) => {
    expect(problemsOf(body)).toEqual([told]);
  });
});
