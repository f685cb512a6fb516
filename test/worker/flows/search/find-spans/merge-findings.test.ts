/** Merges the findings of the parts of a question, which are assessed separately. */
import { describe, expect, it } from 'vitest';
import type { Confidence } from '../../../../../worker/core/answers/question.ts';
import type { Finding, FoundSpan } from '../../../../../worker/flows/search/find-spans/finding.ts';
import { mergeFindings } from '../../../../../worker/flows/search/find-spans/merge-findings.ts';
import { readQuestion } from '../../../../../worker/retrieval/question/read-question.ts';
import { chunkRow } from '../../../../support/samples/questions.ts';

const matchedTerms = {
  frequencies: new Map([['basket', 3]]),
  presentForms: new Map([['basket', 1]]),
  presentPhrases: new Set<string>(),
};

function createSpan(key: number, copies: readonly number[] = []): FoundSpan {
  const path = `src/part${key}.py`;
  const chunk = chunkRow(path, { key });
  const lines = { startLine: chunk.startLine, endLine: chunk.endLine };
  return {
    path,
    ...lines,
    language: 'python',
    text: '',
    ranked: {
      chunk,
      score: 1,
      scores: {},
      copies: copies.map((copy) => ({ path: `src/part${copy}.py`, ...lines })),
    },
  };
}

function createFinding(text: string, confidence: Confidence, spans: readonly FoundSpan[]): Finding {
  return {
    question: readQuestion(text),
    retrieved: { ...matchedTerms, spans: spans.map(({ ranked }) => ranked), definitions: [] },
    spans,
    definitions: [],
    related: spans.slice(0, 1).map(({ ranked: { chunk } }) => createSpan(chunk.key + 100)),
    likelyDefinitions: [],
    assessment: { confidence, covered: confidence === 'high' ? 0.8 : 0.2, missing: [text] },
    files: [],
    readAs: undefined,
    subQueries: [],
    declined: [],
    notes: [`ordered as ${confidence}`],
  };
}

const wholeQuestion = {
  question: readQuestion('how is it priced and where is it kept'),
  files: [],
  terms: matchedTerms,
};
const merge = (...parts: readonly Finding[]) => mergeFindings(wholeQuestion, parts);
const chunkKeys = (spans: readonly FoundSpan[]) => spans.map(({ ranked }) => ranked.chunk.key);

const priced = createFinding('how is a basket priced', 'high', [createSpan(1), createSpan(2), createSpan(3)]);
const stored = createFinding('where is it kept', 'high', [createSpan(4), createSpan(2)]);
const unsure = createFinding('where is it sent', 'low', [createSpan(5)]);
const declinedPart = createFinding('who bakes bread', 'out-of-scope', [createSpan(6)]);

describe('parts that are all answered', () => {
  it('are interleaved with the best span of each part first, and each span once', () => {
    const merged = merge(priced, stored);
    expect(chunkKeys(merged.spans)).toEqual([1, 4, 2, 3]);
    expect(merged.retrieved.spans.map(({ chunk }) => chunk.key)).toEqual([1, 4, 2, 3]);
    expect(chunkKeys(merged.related)).toEqual([101, 104]);
    expect(merged).toMatchObject({
      question: wholeQuestion.question,
      subQueries: ['how is a basket priced', 'where is it kept'],
      declined: [],
      notes: ['ordered as high'],
    });
  });

  it('have the confidence of the least certain part', () => {
    expect(merge(priced, stored).assessment).toMatchObject({ confidence: 'high', covered: 0.8 });
    expect(merge(priced, unsure).assessment).toMatchObject({ confidence: 'low', covered: 0.5 });
  });

  it('do not show a span that another part lists as a copy', () => {
    const copied = createFinding('where is it kept', 'high', [createSpan(7, [2])]);
    expect(chunkKeys(merge(copied, priced).spans)).toEqual([7, 1, 3]);
  });
});

describe('a declined part', () => {
  it('does not change the confidence of the other parts, shows none of its spans, and is listed', () => {
    for (const parts of [
      [priced, declinedPart],
      [declinedPart, priced],
    ]) {
      const merged = merge(...parts);
      expect(chunkKeys(merged.spans)).toEqual([1, 2, 3]);
      expect(chunkKeys(merged.related)).toEqual([101]);
      expect(merged.assessment.confidence).toBe('high');
      expect(merged.declined).toEqual(['who bakes bread']);
    }
    expect(merge(unsure, declinedPart).assessment.confidence).toBe('out-of-scope');
    expect(merge(priced, unsure, declinedPart).assessment.confidence).toBe('low');
  });

  it('makes parts decline that refer back to it by a shared word or a pronoun', () => {
    for (const further of ['when does bread cool', 'where is it sold']) {
      const merged = merge(declinedPart, createFinding(further, 'high', [createSpan(9)]));
      expect(merged.assessment.confidence).toBe('out-of-scope');
    }
    const adjacent = merge(declinedPart, createFinding('where is it sold', 'high', [createSpan(9)]), priced);
    expect(adjacent.declined).toEqual(['who bakes bread', 'where is it sold']);
    expect(chunkKeys(adjacent.spans)).toEqual([1, 2, 3]);
  });

  it('makes the whole answer decline only if all parts are declined, with the closest spans of each', () => {
    const merged = merge(declinedPart, createFinding('who eats it', 'out-of-scope', [createSpan(8)]));
    expect(merged.assessment).toMatchObject({
      confidence: 'out-of-scope',
      missing: ['who bakes bread', 'who eats it'],
    });
    expect(merged.declined).toEqual([]);
    expect(chunkKeys(merged.spans)).toEqual([6, 8]);
    expect(merged.related).toEqual([]);
  });
});
