/** An answer about an ambiguous name states how many definitions share it. */
import { expect, it } from 'vitest';
import { decideClaim } from '../../../../worker/answering/claims/decide-claim.ts';
import { composeAnswer, type Material } from '../../../../worker/answering/compose/compose-answer.ts';
import { planEvidence } from '../../../../worker/answering/compose/plan-evidence.ts';
import { createClaimReader } from '../../../../worker/answering/claim-text/read-claims.ts';
import type { SymbolRow } from '../../../../worker/ports/chunk-store.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';
import { symbolRow } from '../../../support/samples/questions.ts';

const file = 'def run():\n    return 1\n';
const run = (path: string): SymbolRow => symbolRow(path, 'run', 1, { kind: 'function', endLine: 2 });

/** Composes sentences about definitions and checks each against its citations. */
function composeClaims(
  definitions: readonly SymbolRow[],
  questionText = 'Where is `run` defined?',
): readonly string[] {
  const question = readQuestion(questionText);
  const spans = planEvidence({ question, definitions, passages: [], files: [], topK: 8 });
  const material = spans.map((span, index): Material => ({
    ...span,
    evidence: createEvidence({ ...span, file, id: `e${index + 1}` }),
  }));
  const evidence = new Map(material.map((item) => [item.evidence.id, item.evidence]));
  const reader = createClaimReader();
  const text = [...composeAnswer(question, material, () => 1)].join('');
  return [...reader.add(text), ...reader.end()].map((claim) => {
    expect(decideClaim(claim, evidence), claim.text).toMatchObject({ state: 'verified' });
    return claim.text;
  });
}

it('states the number of namesakes, cites them, and names the others', () => {
  const [first, code, second, ...others] = composeClaims([run('src/a.py'), run('src/b.py')]);
  expect(first).toContain('`src/a.py`');
  expect(first).toContain('one of 2 called `run` in source code');
  expect(first).toMatch(/\[chunk:e1\].*\[chunk:e2\]/);
  expect(code).toMatch(/def run[^]*\[chunk:e1\]/);
  expect(second).toContain('`src/b.py`');
  expect(second).toContain('[chunk:e2]');
  expect(others).toEqual([]);
});

it('counts namesakes that are cited only by their line, up to the maximum', () => {
  const many = Array.from({ length: 30 }, (_, index) => run(`src/m${index}.py`));
  expect(composeClaims(many.slice(0, 7))[0]).toContain('one of 7 called');
  expect(composeClaims(many)[0]).toContain('one of 24 or more called');
  // 24 places and the code of the first.
  expect(composeClaims(many)).toHaveLength(25);
});

it('does not mention source code if namesakes are outside of it', () =>
  expect(composeClaims([run('tests/a.py'), run('tests/b.py')])[0]).toContain('one of 2 called `run` ['));

it.each([
  ['that is unique', 'src/b.py:walk', 'Where are `run` and `walk` defined?'],
  ['in a question about part of the repository', 'src/b.py:run', 'Where is `run` defined in src/?'],
])('states no number for a name %s', (_, other, questionText) => {
  const [path = '', name = ''] = other.split(':');
  const [first = ''] = composeClaims(
    [run('src/a.py'), { ...run(path), name, qualifiedName: name }],
    questionText,
  );
  expect(first).toContain('`run` is a function in `src/a.py`');
  expect(first).not.toContain('one of');
});
