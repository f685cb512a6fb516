/** An answer as Markdown: citations become links, unsupported claims are labeled, and quoted text creates no links. */
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import type {
  AnswerStreamPart,
  Claim,
  Evidence,
  SearchedFacts,
  SpanEvidence,
} from '../../../../web/src/lib/api.ts';
import { commitEvidence } from '../../../support/samples/evidence.ts';
import { formatAnswerMarkdown } from '../../../../web/src/lib/features/ask/answer/format-answer-markdown.ts';
import { emptyAnswer, reduceAnswer } from '../../../../web/src/lib/features/ask/answer/reduce-answer.ts';

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
const claim = (text: string, state: Claim['state'], citations: string[]): Claim => ({
  id: text,
  text,
  state,
  citations,
  checks: [],
});
const formatMarkdown = (claims: Claim[], sources: Evidence[], text = '') =>
  formatAnswerMarkdown({
    question: 'Where is\nit?',
    answer: { claims, evidence: sources, text, coverage: null },
    repositoryName: 'harbour',
    origin: 'https://example.org',
  });

test('turns citations into links, within the text and after it', () => {
  const markdown = formatMarkdown(
    [claim('It is here [chunk:e1].', 'verified', ['e1', 'e2'])],
    [evidence('e1'), evidence('e2', { endLine: 3, url: '/r/r1/files/a(b).ts#L3' })],
  );
  expect(markdown).toBe(
    [
      '## Where is it?',
      'It is here [src/e1.ts:3-9](https://example.org/r/r1/files/src/e1.ts?version=s1#L3-L9). ' +
        '[src/e2.ts:3](https://example.org/r/r1/files/a%28b%29.ts#L3)',
      '_From harbour, by Wherefore._',
      '',
    ].join('\n\n'),
  );
});

test('links a commit by its id, and separates history from code', () => {
  const claims = [
    claim('It is a class [chunk:e1].', 'verified', ['e1']),
    claim('This commit added it [chunk:e2].', 'verified', ['e2']),
  ];
  const markdown = formatMarkdown(claims, [evidence('e1'), commitEvidence('e2')]);
  expect(markdown.split('\n\n').slice(1, -2)).toEqual([
    '### The code, as of c',
    expect.stringContaining('It is a class [src/e1.ts:3-9]('),
    '### Its history',
    'This commit added it [commit 6f948e9](https://example.org/r/r1/commits/6f948e95b4ab90e473a5406c1abfb2c11312b0ea?version=s1).',
  ]);
});

test('labels an unsupported claim, and leaves an unknown citation as written', () => {
  const markdown = formatMarkdown([claim('Maybe [chunk:e9].', 'unsupported', [])], []);
  expect(markdown).toContain(String.raw`Maybe \[chunk:e9\]. _(not supported)_`);
});

test('formats an answer without claims as its text', () => {
  expect(formatMarkdown([], [], 'Not found.\n')).toContain('\n\nNot found.\n\n');
});

test('does not turn quoted text into a link, image or element', () => {
  const quoted = claim(
    'Its message says: “See [it](https://example.net) ![](https://example.net/p.png) <b>” and `a[0]` [chunk:e1].',
    'verified',
    ['e1'],
  );
  expect(formatMarkdown([quoted], [evidence('e1')])).toContain(
    String.raw`“See \[it\](https://example.net) !\[\](https://example.net/p.png) \<b>” and ` +
      '`a[0]` [src/e1.ts:3-9](',
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
  const markdown = formatMarkdown([claim('It says so [chunk:e1].', 'verified', ['e1'])], [attached]);
  expect(markdown).toContain(String.raw`It says so (a\<b.log:2-3, attached).`);
});

test('does not turn text pasted into a question into a link or a resource to load', () => {
  const pasted =
    'Is `a[0]` right? ![x](http://evil.example/x.png) [y](//evil.example) <img src="//evil.example"> www.evil.example a@evil.example \\`[z](//evil.example)`';
  const markdown = formatAnswerMarkdown({
    question: pasted,
    answer: { claims: [], evidence: [], text: 'No.', coverage: null },
    repositoryName: 'harbour',
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

test('puts a refusal before further claims, and keeps the last heading', () => {
  const furtherClaim = { ...claim('I know it.', 'uncited', []), id: 'c1' };
  const parts: AnswerStreamPart[] = [
    { type: 'data-declined', data: {} as SearchedFacts },
    { type: 'text-delta', id: 'answer', delta: 'No answer was found.' },
    { type: 'text-delta', id: 'answer', delta: '\n\nI know it.\n\n### Details\n' },
    { type: 'data-claim', id: 'c1', data: furtherClaim },
  ];
  const markdown = formatAnswerMarkdown({
    question: 'Is it?',
    answer: parts.reduce(reduceAnswer, emptyAnswer),
    repositoryName: 'harbour',
    origin: 'https://example.org',
  });
  expect(markdown).toContain('No answer was found.\n\nI know it. _(no citation)_\n\n### Details\n\n');
});

test('adds no text to the line of a closing code fence', () => {
  const code = '```\na [chunk:e1]\n```foo\n[b]\n```';
  expect(formatMarkdown([claim(code, 'uncited', [])], [evidence('e1')])).toContain(
    `${code}\n_(no citation)_`,
  );
});
