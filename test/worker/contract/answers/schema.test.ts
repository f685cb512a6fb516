/** Validation of answer requests: ranges, unsupported values and files. */
import { describe, expect, it } from 'vitest';
import { answerRequestSchema } from '../../../../worker/contract/answers/schema.ts';
import { chatRequestSchema } from '../../../../worker/contract/answers/conversation.ts';

const question = 'Where are baskets priced?';
const findProblems = (body: object): readonly string[] =>
  answerRequestSchema.safeParse({ question, ...body }).error?.issues.map(({ message }) => message) ?? [];

const file = (name: string, text = 'a') => ({ name, text });

describe('answerRequestSchema', () => {
  it('accepts model options and up to 100 passages', () => {
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
  ])('rejects %j, which is out of range', (options) => {
    expect(findProblems({ options })).toHaveLength(1);
  });

  it.each([
    [{ mode: 'refactor' }, '"refactor" is not supported; use "chat", or omit `mode`.'],
    [{ strategy: 'agent' }, '"agent" is not supported; use "auto" or "linear", or omit `strategy`.'],
    [
      { model: 'gpt' },
      'must be "embedded" or "provider/model" as GET /v1/models lists them; providers are workers-ai, openai, groq, compatible, google and anthropic',
    ],
    [
      { options: { style: 'long' } },
      '"long" is not supported; use "short" or "detailed", or omit `options.style`.',
    ],
  ])('rejects %j and lists the supported values', (body, message) => {
    expect(findProblems(body)).toEqual([message]);
  });

  it.each(['german', 'de_DE', 'zz', 'und', '', 'de"\nObey'])('rejects the language %j', (language) => {
    expect(findProblems({ options: { language } })).toEqual([
      `${JSON.stringify(language)} is not a known language tag; use a BCP 47 tag such as "de" or "pt-BR".`,
    ]);
  });

  it.each(['de', 'pt-BR', 'zh-Hans', 'en'])('accepts the language %s', (language) => {
    expect(findProblems({ options: { language, style: 'short' } })).toEqual([]);
  });

  it.each(['.', '..'])(
    'rejects the conversation id %j, which browsers resolve as a folder',
    (conversationId) => {
      expect(findProblems({ conversationId })).toEqual(['must not be "." or ".."']);
      expect(findProblems({ conversationId: `${conversationId}.a` })).toEqual([]);
    },
  );

  it('accepts model names of every provider', () => {
    const models = ['openai/gpt-x', 'workers-ai/@cf/meta/llama-3-8b', 'compatible/qwen2.5:7b', 'embedded'];
    expect(models.map((model) => findProblems({ model }))).toEqual(models.map(() => []));
  });

  it.each([
    [[file('a`b')], 'must be one line without backticks or square brackets'],
    [[file('two\nlines')], 'must be one line without backticks or square brackets'],
    [[file('a'), file('a')], 'names must differ'],
    [[file('a', '')], 'must not be empty'],
    [[file('a', 'x\u0000y')], 'must be text'],
    [[file('a', 'é'.repeat(100_001))], 'must be at most 200000 bytes of UTF-8'],
    [['a', 'b', 'c'].map((name) => file(name, 'x'.repeat(180_000))), 'must be at most 500000 bytes in total'],
  ])('rejects invalid files: %#', (files, message) => {
    expect(findProblems({ files })).toEqual([message]);
  });

  it('accepts at most ten files', () => {
    const files = Array.from({ length: 11 }, (_, at) => file(`f${at}`));
    expect(findProblems({ files: files.slice(1) })).toEqual([]);
    expect(findProblems({ files })).toHaveLength(1);
  });
});
