/** A name that several definitions bear is told with how many, so that the first is not taken for the only one. */
import { expect, it } from 'vitest';
import { scoreClaim } from '../../../../worker/answering/claims/score-claim.ts';
import { composeAnswer, type Material } from '../../../../worker/answering/compose/compose-answer.ts';
import { planEvidence } from '../../../../worker/answering/compose/plan-evidence.ts';
import { createClaimReader } from '../../../../worker/answering/claim-text/read-claims.ts';
import type { SymbolRow } from '../../../../worker/ports/chunk-store.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';
import { symbolRow } from '../../../support/samples/questions.ts';

const file = 'def run():\n    return 1\n';
const run = (path: string): SymbolRow => symbolRow(path, 'run', 1, { kind: 'function', endLine: 2 });

/** What is said of definitions, each checked against what it cites. */
function told(definitions: readonly SymbolRow[], asked = 'Where is `run` defined?'): readonly string[] {
  const question = readQuestion(asked);
  const spans = planEvidence({ question, definitions, passages: [], files: [], topK: 8 });
  const material = spans.map((span, index): Material => ({
    ...span,
    evidence: createEvidence({ ...span, file, id: `e${index + 1}` }),
  }));
  const evidence = new Map(material.map((one) => [one.evidence.id, one.evidence]));
  const reader = createClaimReader();
  const text = [...composeAnswer(question, material, () => 1)].join('');
  return [...reader.add(text), ...reader.end()].map((claim) => {
    expect(scoreClaim(claim, evidence), claim.text).toMatchObject({ state: 'verified' });
    return claim.text;
  });
}

it('says of how many the first is one, cites them, and names the others', () => {
  expect(told([run('src/a.py'), run('src/b.py')])).toEqual([
    '`run` is a function in `src/a.py`, lines 1–2, one of 2 called `run` in source code [chunk:e1] [chunk:e2].',
    '`run` is a function in `src/b.py`, lines 1–2 [chunk:e2].',
  ]);
});

it('counts those told of by their name’s line alone, and no further than they are told', () => {
  const many = Array.from({ length: 30 }, (_, index) => run(`src/m${index}.py`));
  expect(told(many.slice(0, 7))[0]).toContain('one of 7 called');
  expect(told(many)[0]).toContain('one of 24 or more called');
  expect(told(many)).toHaveLength(24);
});

it('says nothing of source code where others are among them', () =>
  expect(told([run('tests/a.py'), run('tests/b.py')])[0]).toContain('one of 2 called `run` ['));

it.each([
  ['borne once', 'src/b.py:walk', 'Where are `run` and `walk` defined?'],
  ['looked for in a part of the repository', 'src/b.py:run', 'Where is `run` defined in src/?'],
])('says no number of a name %s', (_, other, asked) => {
  const [path = '', name = ''] = other.split(':');
  const [first = ''] = told([run('src/a.py'), { ...run(path), name, qualifiedName: name }], asked);
  expect(first).toContain('`run` is a function in `src/a.py`');
  expect(first).not.toContain('one of');
});
