/** The trees give the scores of the program that fitted them, and the describer gives the features that they read. */
import { describe, expect, it } from 'vitest';
import {
  createLineDescriber,
  type DescribedLine,
} from '../../../../worker/retrieval/excerpts/describe-lines.ts';
import fitted from '../../../../worker/retrieval/excerpts/line-scorer.json' with { type: 'json' };
import { scoreLines } from '../../../../worker/retrieval/excerpts/score-lines.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { createHashingWordVectors } from '../../../support/fakes/hashing-word-vectors.ts';
import sample from './line-scorer-sample.json' with { type: 'json' };

const wordVectors = await createHashingWordVectors()();

const code = `# Sends reminders.
def remind(invoice, today):
    """Reminds the customer of an unpaid invoice."""
    if invoice.paid:
        return None
    # Weekly, because daily mails were reported as spam.
    if today - invoice.reminded_on < WEEK:
        return None

    return mail(invoice.customer, "reminder")
`;

function describeCode(text: string, question: string): readonly DescribedLine[] {
  const describer = createLineDescriber({
    question: readQuestion(question),
    weights: new Map(),
    wordVectors,
  });
  return describer({
    fileLines: text.split(/(?<=\n)/),
    startLine: 1,
    endLine: text.trimEnd().split('\n').length,
    headEndLine: 3,
  });
}

describe('scores', () => {
  it.each(sample.map(({ features, score }, index) => [index, features, score] as const))(
    'equal the prediction of the fitting program for line %i',
    (_, features, score) => {
      const line = { line: 1, text: 'x', kind: 'code', isDocumentation: false, features } as const;
      expect(Math.abs((scoreLines([line])[0]?.score ?? 0) - score)).toBeLessThan(1e-4);
    },
  );

  it('differ between lines', () => {
    expect(new Set(sample.map(({ score }) => score.toFixed(3))).size).toBeGreaterThan(sample.length / 2);
  });

  it('are 0 for blank lines only', () => {
    for (const { kind, score } of scoreLines(describeCode(code, 'When is a customer reminded?')))
      expect(score === 0).toBe(kind === 'blank');
  });
});

describe('the features of a line', () => {
  const lines = describeCode(code, 'Why is a customer not reminded of an unpaid invoice every day?');
  const find = (part: string): DescribedLine => {
    const found = lines.find(({ text }) => text.includes(part));
    if (found === undefined) throw new Error(`No line contains ${part}.`);
    return found;
  };

  it('are those of the fitted trees and of the sample', () => {
    const names = Object.keys(find('def remind').features).toSorted();
    expect(names).toEqual(fitted.featureNames.toSorted());
    for (const { features } of sample) expect(Object.keys(features).toSorted()).toEqual(names);
  });

  it.each([
    ['if invoice.paid', { branches: 1, returns: 0, isSignature: 0, depth: 4, asksReason: 1 }],
    ['return mail', { returns: 1, calls: 1, text: 1, branches: 0, followsComment: 0 }],
    ['< WEEK', { compares: 1, constant: 1, followsComment: 1 }],
    ['# Weekly', { isComment: 1, isCode: 0, reason: 1 }],
    ['def remind', { isSignature: 1, depth: 0 }],
  ])('describe %j', (part, features) => {
    expect(find(part).features).toMatchObject(features);
  });

  it('include how much of the question the line and those near it contain', () => {
    const [documentation, condition] = [find('Reminds the customer'), find('if invoice.paid')];
    expect(documentation.features['coverage']).toBeGreaterThan(condition.features['coverage'] ?? 1);
    expect(condition.features['aboveCoverage']).toBe(documentation.features['coverage']);
    expect(documentation.features['relativeCoverage']).toBe(1);
  });

  it('mark documentation above the signature and below it, but not comments in the body', () => {
    const marked = lines.filter(({ isDocumentation }) => isDocumentation).map(({ line }) => line);
    expect(marked).toEqual([1, 3]);
  });
});
