/** Starter questions are natural, ask about central code and come from different places. */
import { describe, expect, it } from 'vitest';
import {
  proposeStarters,
  listStarterTerms,
  type RepositoryShape,
} from '../../../../worker/retrieval/question/propose-starters.ts';
import { readGraphQuestion } from '../../../../worker/retrieval/graph-question/read-graph-question.ts';
import type { GraphNode } from '../../../../worker/core/code/edge.ts';
import { fileRow, graphNode, symbolRow } from '../../../support/samples/questions.ts';

const documented = (path: string, name: string, overrides: object = {}) =>
  symbolRow(path, name, 1, { documentation: 'Told.', endLine: 60, ...overrides });
const referencedNode = (path: string, symbol: string, kind: GraphNode['kind']) =>
  graphNode(path, { symbol, kind });
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
  mostReferenced: [
    referencedNode('tests/test_sessions.py', 'client', 'function'),
    referencedNode('src/app/rank_spans.py', 'rankSpans', 'function'),
    referencedNode('src/app/sessions.py', 'SessionStore', 'class'),
    referencedNode('src/app/sessions.py', 'SessionStore.open', 'method'),
    referencedNode('src/app/sessions.py', 'KEY', 'constant'),
    referencedNode('src/http/json.py', 'Json', 'interface'),
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
const questionTexts = (repository: RepositoryShape) =>
  proposeStarters(repository).map(({ proposals }) => proposals.map(({ question }) => question));

describe('the proposals', () => {
  const [overview, files, central, impact, symbols] = questionTexts(shape);

  it('ask what the project is if it has documents', () => {
    expect(overview).toEqual(['What is this project?']);
    const questionsWithoutDocs = questionTexts({
      ...shape,
      files: shape.files.filter(({ role }) => role !== 'docs'),
    });
    expect(questionsWithoutDocs[0]).toEqual([]);
  });

  it('ask about files by what their names describe', () => {
    expect(files).toContain('How do sessions work?');
    expect(files).toContain('How does span ranking work?');
    expect(files).toContain('How does JSON work?');
    expect(files?.join(' ')).not.toMatch(/helpers|tiny/);
  });

  it('ask how much-referenced types in sources work and what functions do, most-referenced first', () => {
    expect(central).toEqual([
      'How does `SessionStore` work?',
      'What does `rankSpans` do?',
      'How does `Json` work?',
    ]);
  });

  it('ask what changes of much-referenced types affect', () => {
    expect(impact).toEqual(['What breaks if `SessionStore` changes?', 'What breaks if `Json` changes?']);
    for (const question of impact ?? []) expect(readGraphQuestion(question)?.subject.isSure).toBe(true);
  });

  it('ask about documented, often-mentioned definitions in varied words and from different folders', () => {
    expect(symbols?.[0]).toBe('What is `SessionStore` for?');
    expect(symbols?.slice(0, 2).join(' ')).toMatch(/toJson|openSession/);
    const undocumented = symbols?.findIndex((question) => question.includes('undocumentedThing')) ?? -1;
    const documentedIndex = symbols?.findIndex((question) => question.includes('toJson')) ?? -1;
    expect(documentedIndex).toBeGreaterThanOrEqual(0);
    expect(undocumented === -1 || undocumented > documentedIndex).toBe(true);
    expect(new Set(symbols).size).toBe(symbols?.length);
  });

  it('name the file that the answer should cite', () => {
    for (const { proposals } of proposeStarters(shape))
      for (const { question, path } of proposals)
        if (!/this project/.test(question)) expect(shape.files.map((file) => file.path)).toContain(path);
  });

  it('are short', () => {
    const name = `a${'Very'.repeat(9)}LongName`;
    const long = [documented('src/app/sessions.py', name)];
    for (const { proposals } of proposeStarters({ ...shape, symbols: long }))
      for (const { question } of proposals) expect(question.length).toBeLessThanOrEqual(90);
  });

  it('are empty for an empty repository', () => {
    const empty = {
      files: [],
      symbols: [],
      mostReferenced: [],
      frequencies: new Map<string, number>(),
      chunks: 0,
    };
    expect(questionTexts(empty).flat()).toEqual([]);
    expect(listStarterTerms(empty)).toEqual([]);
  });
});
