/** Merges the findings of the parts of a question, each assessed separately. */
import { describe, expect, it } from 'vitest';
import type { Confidence } from '../../../../../worker/core/answers/question.ts';
import type { Finding, FoundSpan } from '../../../../../worker/flows/search/find-spans/finding.ts';
import { mergeFindings } from '../../../../../worker/flows/search/find-spans/merge-findings.ts';
import { readQuestion } from '../../../../../worker/retrieval/question/read-question.ts';
import { chunkRow } from '../../../../support/samples/questions.ts';

const matchedTerms = {
  frequencies: new Map([['basket', 3]]),
  presentForms: new Set(['basket']),
  presentPhrases: new Set<string>(),
};

function found(key: number, copies: readonly number[] = []): FoundSpan {
  const path = `src/part${key}.py`;
  const chunk = chunkRow(path, { key });
  const at = { startLine: chunk.startLine, endLine: chunk.endLine };
  return {
    path,
    ...at,
    language: 'python',
    text: '',
    ranked: {
      chunk,
      score: 1,
      scores: {},
      copies: copies.map((one) => ({ path: `src/part${one}.py`, ...at })),
    },
  };
}

function finding(text: string, confidence: Confidence, spans: readonly FoundSpan[]): Finding {
  return {
    question: readQuestion(text),
    retrieved: { ...matchedTerms, spans: spans.map(({ ranked }) => ranked), definitions: [] },
    spans,
    related: spans.slice(0, 1).map(({ ranked: { chunk } }) => found(chunk.key + 100)),
    meant: [],
    assessment: { confidence, covered: confidence === 'high' ? 0.8 : 0.2, missing: [text] },
    files: [],
    readAs: undefined,
    subQueries: [],
    declined: [],
    notes: [`ordered as ${confidence}`],
  };
}

const whole = {
  question: readQuestion('how is it priced and where is it kept'),
  files: [],
  terms: matchedTerms,
};
const join = (...parts: readonly Finding[]) => mergeFindings(whole, parts);
const chunkKeys = (spans: readonly FoundSpan[]) => spans.map(({ ranked }) => ranked.chunk.key);

const priced = finding('how is a basket priced', 'high', [found(1), found(2), found(3)]);
const stored = finding('where is it kept', 'high', [found(4), found(2)]);
const unsure = finding('where is it sent', 'low', [found(5)]);
const declinedPart = finding('who bakes bread', 'out-of-scope', [found(6)]);

describe('parts that are all answered', () => {
  it('are interleaved, the best of each first, each span once', () => {
    const joined = join(priced, stored);
    expect(chunkKeys(joined.spans)).toEqual([1, 4, 2, 3]);
    expect(joined.retrieved.spans.map(({ chunk }) => chunk.key)).toEqual([1, 4, 2, 3]);
    expect(chunkKeys(joined.related)).toEqual([101, 104]);
    expect(joined).toMatchObject({
      question: whole.question,
      subQueries: ['how is a basket priced', 'where is it kept'],
      declined: [],
      notes: ['ordered as high'],
    });
  });

  it('have the confidence of the least certain part', () => {
    expect(join(priced, stored).assessment).toMatchObject({ confidence: 'high', covered: 0.8 });
    expect(join(priced, unsure).assessment).toMatchObject({ confidence: 'low', covered: 0.5 });
  });

  it('do not show a span that another part lists as a copy', () => {
    const copied = finding('where is it kept', 'high', [found(7, [2])]);
    expect(chunkKeys(join(copied, priced).spans)).toEqual([7, 1, 3]);
  });
});

describe('a declined part', () => {
  it('leaves the others answered with their confidence, shows none of its spans, and is named', () => {
    for (const parts of [
      [priced, declinedPart],
      [declinedPart, priced],
    ]) {
      const joined = join(...parts);
      expect(chunkKeys(joined.spans)).toEqual([1, 2, 3]);
      expect(chunkKeys(joined.related)).toEqual([101]);
      expect(joined.assessment.confidence).toBe('high');
      expect(joined.declined).toEqual(['who bakes bread']);
    }
    expect(join(unsure, declinedPart).assessment.confidence).toBe('out-of-scope');
    expect(join(priced, unsure, declinedPart).assessment.confidence).toBe('low');
  });

  it('declines follow-on parts too, by a shared word or a pronoun', () => {
    for (const further of ['when does bread cool', 'where is it sold']) {
      const joined = join(declinedPart, finding(further, 'high', [found(9)]));
      expect(joined.assessment.confidence).toBe('out-of-scope');
    }
    const adjacent = join(declinedPart, finding('where is it sold', 'high', [found(9)]), priced);
    expect(adjacent.declined).toEqual(['who bakes bread', 'where is it sold']);
    expect(chunkKeys(adjacent.spans)).toEqual([1, 2, 3]);
  });

  it('declines the whole question only if all parts are declined, and then shows the closest spans of each', () => {
    const joined = join(declinedPart, finding('who eats it', 'out-of-scope', [found(8)]));
    expect(joined.assessment).toMatchObject({
      confidence: 'out-of-scope',
      missing: ['who bakes bread', 'who eats it'],
    });
    expect(joined.declined).toEqual([]);
    expect(chunkKeys(joined.spans)).toEqual([6, 8]);
    expect(joined.related).toEqual([]);
  });
});
