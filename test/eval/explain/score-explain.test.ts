/** Checks the scores of a question against positions whose overlap is known. */

import { describe, expect, it } from 'vitest';
import { computeExplainFigures } from './explain-figures.ts';
import { scoreExplain, type ExplainResponse } from './score-explain.ts';

const span = (path: string, startLine: number, endLine: number) => ({ path, startLine, endLine });

const explainCase = {
  id: 'kitchen-1',
  repository: 'example/kitchen',
  commit: '0000000',
  kind: 'how',
  question: 'How long does the dough rest?',
  essential: [span('dough.ts', 10, 20), span('oven.ts', 5, 9)],
  helpful: [span('timer.ts', 1, 4)],
};

const response = (parts: Partial<ExplainResponse>): ExplainResponse => ({
  results: [],
  context: undefined,
  choice: undefined,
  answer: undefined,
  searchMs: 12,
  ...parts,
});

describe('scoreExplain', () => {
  it('counts a definition as found if a span of its file shares one line with it', () => {
    const results = [span('dough.ts', 21, 30), span('oven.ts', 1, 4), span('dough.ts', 1, 10)];
    const scores = scoreExplain(explainCase, response({ results }));
    expect(scores).toMatchObject({ hit1: 0, hit5: 1, hit10: 1, recall10: 0.5, recall50: 0.5 });
  });

  it('finds nothing in another file with the same lines', () => {
    const scores = scoreExplain(explainCase, response({ results: [span('src/dough.ts', 10, 20)] }));
    expect(scores).toMatchObject({ hit10: 0, recall20: 0 });
  });

  it('measures what a model could choose, what it chose, and the context with its choice', () => {
    const listed = explainCase.essential;
    const chosen = [span('oven.ts', 5, 9)];
    const choice = { listed, chosen, spans: [...chosen, span('timer.ts', 1, 4)] };
    const scores = scoreExplain(explainCase, response({ choice }));
    expect(scores).toMatchObject({ listedRecall: 1, chosenRecall: 0.5, choiceRecall: 0.5 });
    const unasked = { listed: [], chosen: [], spans: listed };
    const figures = computeExplainFigures([scores, scoreExplain(explainCase, response({ choice: unasked }))]);
    expect(figures).toMatchObject({ listedRecall: 1, chosenRecall: 0.5, choiceRecall: 0.75 });
  });

  it('uses only the first results for each rank', () => {
    const others = Array.from({ length: 10 }, (_, index) => span(`other-${index}.ts`, 1, 5));
    const results = [...others, span('oven.ts', 9, 9)];
    expect(scoreExplain(explainCase, response({ results }))).toMatchObject({
      hit10: 0,
      recall10: 0,
      recall20: 0.5,
    });
  });

  it('scores context apart from search', () => {
    const context = { spans: [span('dough.ts', 12, 12), span('oven.ts', 9, 40)], tokens: 900 };
    expect(scoreExplain(explainCase, response({ context }))).toMatchObject({
      hit1: 0,
      contextRecall: 1,
      contextTokens: 900,
      contextSpans: 2,
      lead2: undefined,
    });
  });

  it('looks for an essential definition in the first two claims, and for any useful one in all', () => {
    const claims = [[], [span('timer.ts', 2, 2)], [span('dough.ts', 11, 12)], [span('menu.ts', 1, 2)]];
    const scores = scoreExplain(explainCase, response({ answer: { claims, evidence: claims.flat() } }));
    expect(scores).toMatchObject({ lead2: 0, claims: 4, onPointClaims: 2, evidenceRecall: 0.5 });
  });
});

describe('computeExplainFigures', () => {
  it('averages over questions, but claims over all claims', () => {
    const few = scoreExplain(
      explainCase,
      response({ answer: { claims: [[span('oven.ts', 5, 5)]], evidence: [] } }),
    );
    const many = scoreExplain(
      explainCase,
      response({ answer: { claims: [[], [], []], evidence: [] }, results: explainCase.essential }),
    );
    expect(computeExplainFigures([few, many])).toMatchObject({
      cases: 2,
      hit1: 0.5,
      recall10: 0.5,
      lead2: 0.5,
      onPoint: 0.25,
      contextRecall: null,
    });
  });

  it('has no share of claims if no answer has a claim', () => {
    const declined = scoreExplain(explainCase, response({ answer: { claims: [], evidence: [] } }));
    expect(computeExplainFigures([declined])).toMatchObject({ lead2: 0, onPoint: null });
  });
});
