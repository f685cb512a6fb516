/** An answer as Markdown: citations become numbered links, what was not found is stated, and quoted text creates no links. */
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import type {
  AnswerStreamPart,
  Claim,
  Evidence,
  Repository,
  SearchedFacts,
  SpanEvidence,
} from '../../../../web/src/lib/api.ts';
import { commitEvidence } from '../../../support/samples/evidence.ts';
import { formatAnswerMarkdown } from '../../../../web/src/lib/features/ask/answer/format-answer-markdown.ts';
import { answerState, writtenClaim } from '../../../support/samples/answer-state.ts';
import {
  emptyAnswer,
  reduceAnswer,
  type AnswerState,
} from '../../../../web/src/lib/features/ask/answer/reduce-answer.ts';

const evidence = (id: string, overrides: Partial<SpanEvidence> = {}): SpanEvidence => ({
  id,
  kind: 'code',
  path: `src/${id}.ts`,
  startLine: 3,
  endLine: 9,
  language: 'typescript',
  commit: 'c',
  hash: 'h',
  spanHash: 's',
  url: `/r/r1/files/src/${id}.ts?version=s1#L3-L9`,
  text: '',
  score: 1,
  scores: {},
  ...overrides,
});
const github = { kind: 'github', url: 'https://github.com/acme/harbour' } as const;
const copy = (answer: AnswerState, source: Repository['source'] | undefined = undefined): string =>
  formatAnswerMarkdown({
    question: 'Where is\nit?',
    answer,
    repositoryName: 'harbour',
    source,
    origin: 'https://example.org',
  });
const copyClaims = (claims: readonly Claim[], sources: readonly Evidence[]): string =>
  copy(answerState(claims.map(({ text }) => text).join('\n\n'), claims, sources));

test('numbers the sources, within the text and below it', () => {
  const text = '## Start\n\n1. It is here [chunk:e2]. So is this [chunk:e1].\n2. Also [chunk:e2].';
  const claims = [
    writtenClaim('c1', '1. It is here [chunk:e2].'),
    writtenClaim('c2', 'So is this [chunk:e1].', { citations: ['e1', 'e2'] }),
    writtenClaim('c3', '2. Also [chunk:e2].'),
  ];
  const sources = [evidence('e1'), evidence('e2', { endLine: 3, url: '/r/r1/files/a(b).ts#L3' })];
  const [first, second] = [
    'https://example.org/r/r1/files/a%28b%29.ts#L3',
    'https://example.org/r/r1/files/src/e1.ts?version=s1#L3-L9',
  ];
  expect(copy(answerState(text, claims, sources))).toBe(
    [
      '## Where is it?',
      '## Start',
      String.raw`1. It is here [\[1\]](${first}). So is this [\[2\]](${second}). [\[1\]](${first})` +
        '\n' +
        String.raw`2. Also [\[1\]](${first}).`,
      '**Sources**',
      `1. [src/e2.ts:3](${first})\n2. [src/e1.ts:3-9](${second})`,
      '_From harbour, by Wherefore._',
      '',
    ].join('\n\n'),
  );
});

test('links lines and commits of a public host at their commit, and discussions as they are', () => {
  const commit = '735ae2b87f8c733d616e809ae86e0985c1bc3350';
  const markdown = copy(
    answerState(
      'Code [chunk:e1]. Guide [chunk:e2]. Commit [chunk:e3].',
      [],
      [
        evidence('e1', { commit }),
        evidence('e2', { commit, path: 'docs/a b.md', endLine: 3 }),
        commitEvidence('e3'),
      ],
    ),
    github,
  );
  expect(markdown).toContain(
    `1. [src/e1.ts:3-9](https://github.com/acme/harbour/blob/${commit}/src/e1.ts#L3-L9)`,
  );
  expect(markdown).toContain(
    `2. [docs/a b.md:3](https://github.com/acme/harbour/blob/${commit}/docs/a%20b.md?plain=1#L3)`,
  );
  expect(markdown).toContain(
    '3. [commit 6f948e9](https://github.com/acme/harbour/commit/6f948e95b4ab90e473a5406c1abfb2c11312b0ea), 2024-03-09',
  );
});

test('states what was not found, and leaves an unknown citation as written', () => {
  const markdown = copyClaims(
    [writtenClaim('c1', 'Maybe [chunk:e9].', { state: 'unsupported', citations: [] })],
    [],
  );
  expect(markdown).toContain(String.raw`Maybe \[chunk:e9\]. _(not found)_`);
  expect(markdown).not.toContain('Sources');
});

test('omits a statement that there is no source', () => {
  const claim = writtenClaim('c1', 'It is unknown [chunk:none].', { state: 'gap', citations: [] });
  expect(copyClaims([claim], [])).toContain('\n\nIt is unknown.\n\n');
});

test('formats an answer without claims as its text', () => {
  expect(copy(answerState('Not found.\n', []))).toContain('\n\nNot found.\n\n');
});

test('does not turn quoted text into a link, image or element', () => {
  const quoted =
    'Its message says: “See [it](https://example.net) ![](https://example.net/p.png) <x>” and `a[0]` [chunk:e1].';
  expect(copyClaims([writtenClaim('c1', quoted)], [evidence('e1')])).toContain(
    String.raw`“See \[it\](https://example.net) !\[\](https://example.net/p.png) \<x>” and ` + '`a[0]` [',
  );
});

test('cites attached lines without a link', () => {
  const attached: Evidence = {
    id: 'e1',
    kind: 'attachment',
    path: 'a<b.log',
    startLine: 2,
    endLine: 3,
    hash: 'h',
    spanHash: 's',
    text: '',
    score: 1,
  };
  const markdown = copyClaims([writtenClaim('c1', 'It says so [chunk:e1].')], [attached]);
  expect(markdown).toContain(String.raw`It says so \[1\].`);
  expect(markdown).toContain(String.raw`1. a\<b.log:2-3, attached`);
});

test('does not turn text pasted into a question into a link or a resource to load', () => {
  const pasted =
    'Is `a[0]` right? ![x](http://evil.example/x.png) [y](//evil.example) <img src="//evil.example"> www.evil.example a@evil.example \\`[z](//evil.example)`';
  const markdown = formatAnswerMarkdown({
    question: pasted,
    answer: answerState('No.', []),
    repositoryName: 'harbour',
    source: undefined,
    origin: 'https://example.org',
  });
  const processor = unified().use(remarkParse).use(remarkGfm);
  const collectKinds = (node: {
    readonly type: string;
    readonly children?: readonly unknown[];
  }): readonly string[] => [
    node.type,
    ...(node.children ?? []).flatMap((child) => collectKinds(child as typeof node)),
  ];
  const tree = processor.runSync(processor.parse(markdown)) as Parameters<typeof collectKinds>[0];
  expect([...new Set(collectKinds(tree))].toSorted()).toEqual([
    'emphasis',
    'heading',
    'inlineCode',
    'paragraph',
    'root',
    'text',
  ]);
  expect(markdown).toContain('Is `a[0]` right?');
});

test('puts a refusal before further text, and keeps the last heading', () => {
  const parts: AnswerStreamPart[] = [
    { type: 'data-declined', data: {} as SearchedFacts },
    { type: 'text-delta', id: 'answer', delta: 'No answer was found.' },
    { type: 'text-delta', id: 'answer', delta: '\n\nI know it.\n\n### Details\n' },
    { type: 'data-claim', id: 'c1', data: writtenClaim('c1', 'I know it.', { state: 'partial' }) },
  ];
  expect(copy(parts.reduce(reduceAnswer, emptyAnswer))).toContain(
    'No answer was found.\n\nI know it. _(not all found)_\n\n### Details\n\n',
  );
});

test('adds no text to the line of a closing code fence', () => {
  const code = '```\na [chunk:e1]\n```foo\n[b]\n```';
  const claim = writtenClaim('c1', code, { state: 'partial', citations: [] });
  expect(copyClaims([claim], [evidence('e1')])).toContain(`${code}\n_(not all found)_`);
});
