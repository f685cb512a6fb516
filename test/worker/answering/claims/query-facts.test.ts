/** Counts must match the query's result and cite its evidence; the query's own statements pass verbatim. */
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../worker/answering/claims/decide-claim.ts';
import {
  stripCitationsAndPunctuation,
  type QueryFacts,
} from '../../../../worker/answering/claims/query-facts.ts';
import { createClaimReader } from '../../../../worker/answering/claim-text/read-claims.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';

const file = 'def run():\n    pass\n\n\ndef start():\n    run()\n    run()\n';
const focus = createEvidence({ file, id: 'e1', startLine: 1, endLine: 2, symbol: 'run' });
const call = createEvidence({ file, id: 'e2', startLine: 6, endLine: 7, symbol: 'start', nameLine: 5 });
const evidence = new Map([focus, call].map((span) => [span.id, span]));
const facts: QueryFacts = {
  counts: new Map([
    ['place', 2],
    ['file', 1],
    ['caller', 1],
    ['dependency', 3],
    ['use', 1_200],
    ['ambiguous place', 7],
    ['at distance 2', 4],
    ['base type', 0],
    ['direct caller', 4],
    ['in code', 3],
    ['in tests', 1],
    ['indirect', 27],
  ]),
  countedIds: new Set(['e2']),
  statements: new Set(
    ['It is exported: code outside this repository may use it'].map(stripCitationsAndPunctuation),
  ),
  repeat: '/v1/repositories/r/graph/callers?symbol=run',
};

function check(text: string, queryFacts: QueryFacts | undefined = facts) {
  const reader = createClaimReader();
  const claims = [...reader.add(text), ...reader.end()];
  expect(claims).toHaveLength(1);
  return decideClaim(claims[0] ?? { text: '', citations: [] }, evidence, queryFacts);
}

describe('a count of results', () => {
  it.each([
    ['`run` is called at 2 places in 1 file [chunk:e1][chunk:e2].'],
    ['`run` has 3 known dependencies [chunk:e2].'],
    ['`run` has 1,200 uses: 4 at distance 2 [chunk:e2].'],
    ['`run` has no known base types [chunk:e1].'],
    ['7 ambiguous places name `run` [chunk:e2].'],
    ['`run` has 4 direct callers: 3 in code, 1 in tests · 27 indirect [chunk:e2].'],
  ])('passes if it is correct: %s', (text) => {
    const { state, checks } = check(text);
    expect(checks.some((check) => check.check === 'count')).toBe(true);
    expect(state).toBe('verified');
  });

  it.each([
    ['`run` is called at 3 places in 1 file [chunk:e1][chunk:e2].', '/callers?symbol=run returns 2'],
    ['`run` is called at 2 places in 2 files [chunk:e1][chunk:e2].', 'returns 1'],
    ['`run` has no known callers [chunk:e1].', 'returns 1'],
    ['`run` has 1 subtype [chunk:e2].', 'Nothing was counted as “subtype”'],
    ['`run` has 5 dependents: 5 at distance 2 [chunk:e2].', 'Nothing was counted as “dependent”'],
    ['2 ambiguous places name `run` [chunk:e2].', 'returns 7'],
    ['`run` has 4 direct callers: 2 in code, 1 in tests [chunk:e2].', 'states 2 for “in code”'],
    ['`run` has 4 direct callers: 3 in code, 2 in tests [chunk:e2].', 'states 2 for “in tests”'],
    ['`run` has 4 direct callers: 3 in examples [chunk:e2].', 'Nothing was counted as “in examples”'],
    ['`run` has 4 direct callers · 26 indirect [chunk:e2].', 'states 26 for “indirect”'],
    ['`run` is called at 2 places [chunk:e1].', 'It cites none of the counted results'],
  ])('fails if it is wrong: %s', (text, detail) => {
    const { state, checks } = check(text);
    expect(['partial', 'unsupported']).toContain(state);
    expect(checks.filter((check) => !check.passed).map((check) => check.check)).toContain('count');
    expect(checks.map((check) => check.detail).join('\n')).toContain(detail);
  });

  it('is not read from a line number before a path', () => {
    const { checks } = check('`start` calls it at lines 6, 7 in tests/test_run.py [chunk:e2].');
    expect(checks.map((one) => one.check)).not.toContain('count');
  });

  it('is checked only if there was a query', () => {
    const text = 'The 2 places of it are named `run` [chunk:e2].';
    expect(check(text).checks.map((check) => check.check)).toContain('count');
    const reader = createClaimReader();
    const [claim] = [...reader.add(text), ...reader.end()];
    const decided = decideClaim(claim ?? { text: '', citations: [] }, evidence);
    expect(decided.checks.map((check) => check.check)).not.toContain('count');
  });
});

describe('a statement of the query', () => {
  it('passes verbatim with a citation', () => {
    const { state, checks } = check('* It is exported: code outside this repository may use it [chunk:e1].');
    expect(state).toBe('verified');
    expect(checks.at(-1)).toMatchObject({ check: 'query', passed: true });
  });

  it.each([
    ['It is exported: code outside this repository must use it [chunk:e1].', 'cited'],
    ['It is exported: code outside this repository may use it.', 'uncited'],
    ['It is exported: code outside this repository may use it [chunk:e9].', 'unsupported'],
  ])('is not proven otherwise: %s', (text, state) => {
    expect(check(text).state).toBe(state);
  });
});

describe('the name of the definition around a span', () => {
  it('counts as shown', () => {
    expect(check('`start` calls it at line 6: `run()` [chunk:e2].').state).toBe('verified');
    expect(check('`begin` calls it at line 6: `run()` [chunk:e2].').state).toBe('partial');
  });
});
