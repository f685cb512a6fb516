/** Questions that could be asked first: worded naturally, of what is central, from different places. */
import { describe, expect, it } from 'vitest';
import {
  proposeStarters,
  termsForStarters,
  type RepositoryShape,
} from '../../../../worker/retrieval/question/propose-starters.ts';
import { readGraphQuestion } from '../../../../worker/retrieval/graph-question/read-graph-question.ts';
import type { GraphNode } from '../../../../worker/core/code/edge.ts';
import { fileRow, graphNode, symbolRow } from '../../../support/samples/questions.ts';

const documented = (path: string, name: string, more: object = {}) =>
  symbolRow(path, name, 1, { documentation: 'Told.', endLine: 60, ...more });
const referred = (path: string, symbol: string, kind: GraphNode['kind']) => graphNode(path, { symbol, kind });
const shape: RepositoryShape = {
  files: [
    fileRow('README.md'),
    fileRow('src/app/sessions.py', 300),
    fileRow('src/app/rank_spans.py', 200),
    fileRow('src/app/helpers.py', 900),
    fileRow('src/app/tiny.py', 5),
    fileRow('src/http/json.py', 200),
    fileRow('src/http/test_client.py', 200),
    fileRow('tests/test_sessions.py', 900),
  ],
  symbols: [
    documented('src/app/sessions.py', 'SessionStore', { kind: 'class' }),
    documented('src/app/sessions.py', 'openSession'),
    documented('src/app/rank_spans.py', 'rankSpans'),
    documented('src/http/json.py', 'toJson'),
    symbolRow('src/http/json.py', 'undocumentedThing', 1, { endLine: 60 }),
    documented('src/http/test_client.py', 'TestClient', { kind: 'class' }),
  ],
  referred: [
    referred('tests/test_sessions.py', 'client', 'function'),
    referred('src/app/rank_spans.py', 'rankSpans', 'function'),
    referred('src/app/sessions.py', 'SessionStore', 'class'),
    referred('src/app/sessions.py', 'SessionStore.open', 'method'),
    referred('src/app/sessions.py', 'KEY', 'constant'),
    referred('src/http/json.py', 'Json', 'interface'),
  ],
  frequencies: new Map([
    ['sessionstore', 40],
    ['opensession', 30],
    ['rankspans', 20],
    ['tojson', 18],
    ['undocumentedthing', 18],
    ['sessions', 30],
    ['rank', 12],
    ['spans', 12],
    ['json', 20],
  ]),
  chunks: 1_000,
};
const questionsOf = (of: RepositoryShape) =>
  proposeStarters(of).map(({ proposals }) => proposals.map(({ question }) => question));

describe('the proposals', () => {
  const [overview, setUp, files, graph, symbols] = questionsOf(shape);

  it('ask what the project is, and how to begin, where a document may tell', () => {
    expect(overview).toEqual(['What is this project?']);
    expect(setUp?.[0]).toBe('How do I install this project?');
    const bare = questionsOf({ ...shape, files: shape.files.filter(({ role }) => role !== 'docs') });
    expect(bare.slice(0, 2)).toEqual([[], []]);
  });

  it('ask of files by what their names say they do', () => {
    expect(files).toContain('How do sessions work?');
    expect(files).toContain('How does span ranking work?');
    expect(files).toContain('How does JSON work?');
    expect(files?.join(' ')).not.toMatch(/helpers|tiny/);
  });

  it('ask what calls a function and what a type reaches, of sources, those most referred to first', () => {
    expect(graph).toEqual([
      'What calls `rankSpans`?',
      'What breaks if `SessionStore` changes?',
      'What calls `SessionStore.open`?',
      'What breaks if `Json` changes?',
    ]);
    for (const question of graph ?? []) expect(readGraphQuestion(question)?.subject.isSure).toBe(true);
  });

  it('ask of documented definitions much spoken of, no two alike, those elsewhere before a second from one place', () => {
    expect(symbols?.[0]).toBe('What is `SessionStore` for?');
    expect(symbols?.slice(0, 2).join(' ')).toMatch(/toJson|openSession/);
    const undocumented = symbols?.findIndex((question) => question.includes('undocumentedThing')) ?? -1;
    const told = symbols?.findIndex((question) => question.includes('toJson')) ?? -1;
    expect(told).toBeGreaterThanOrEqual(0);
    expect(undocumented === -1 || undocumented > told).toBe(true);
    expect(new Set(symbols).size).toBe(symbols?.length);
  });

  it('name the file their answers should rest on', () => {
    for (const { proposals } of proposeStarters(shape))
      for (const { question, path } of proposals)
        if (!/this project/.test(question)) expect(shape.files.map((file) => file.path)).toContain(path);
  });

  it('are short enough to be read at a glance', () => {
    const name = `a${'Very'.repeat(9)}LongName`;
    const long = [documented('src/app/sessions.py', name)];
    for (const { proposals } of proposeStarters({ ...shape, symbols: long }))
      for (const { question } of proposals) expect(question.length).toBeLessThanOrEqual(90);
  });

  it('are none of an empty repository', () => {
    const empty = { files: [], symbols: [], referred: [], frequencies: new Map<string, number>(), chunks: 0 };
    expect(questionsOf(empty).flat()).toEqual([]);
    expect(termsForStarters(empty)).toEqual([]);
  });
});
