/**
 * Tests the confidence that the repository contains an answer: how many of the question’s words, weighted by rarity, occur together in a
 * span.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denseModel } from '../../../../worker/retrieval/confidence/confidence-weights.ts';
import {
  assessConfidence,
  type QuestionToAssess,
} from '../../../../worker/retrieval/confidence/assess-confidence.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const thresholds = { outOfScopeBelow: 0.4, lowBelow: 0.65 };
const span = (text: string, path = 'src/a.py') => ({ path, names: [], text });
const questionToAssess = (
  text: string,
  frequencies: Readonly<Record<string, number>> = {},
  overrides: Partial<QuestionToAssess> = {},
): QuestionToAssess => ({
  question: readQuestion(text),
  frequencies: new Map(Object.entries(frequencies)),
  chunks: 1_000,
  unknownNames: [],
  definitionNames: [],
  leadInFile: 1,
  ...overrides,
});
const assess = (question: QuestionToAssess, texts: readonly string[]) =>
  assessConfidence(
    question,
    texts.map((text) => span(text)),
    thresholds,
  );

it('gives a change request with an unknown name low confidence, but declines a question about that name', () => {
  const counts = { cookies: 5, signed: 4, signer: 3, twice: 8, add: 90 };
  const unknown = { unknownNames: ['resign_all'] };
  const texts = ['add cookies signed twice by the signer'];
  const changeRequest = assess(
    questionToAssess('Cookies are signed twice by the signer, add `resign_all`', counts, unknown),
    texts,
  );
  expect(changeRequest).toMatchObject({ confidence: 'low' });
  expect(changeRequest.missing).toContain('resign_all');
  const question = assess(questionToAssess('How does `resign_all` sign cookies?', counts, unknown), texts);
  expect(question).toMatchObject({ confidence: 'out-of-scope', missing: ['resign_all'] });
  const elsewhere = assess(questionToAssess('Satellites drift twice a day, add `resign_all`', {}, unknown), [
    'cookies',
  ]);
  expect(elsewhere.confidence).toBe('out-of-scope');
});

describe('a question', () => {
  const kafkaQuestion = 'How does the Kafka consumer group rebalance its partitions?';

  it('whose distinctive words occur together has high confidence', () => {
    const result = assess(questionToAssess('How are cookies signed?', { cookies: 9, signed: 4 }), [
      'sign the cookie',
    ]);
    expect(result).toMatchObject({ confidence: 'high', covered: 1, missing: [] });
  });

  it('whose words are all unknown is declined, even if vectors find similar words', () => {
    const result = assess(questionToAssess('Where is chunkstoer?', { chunkstoer: 0 }), ['class chunkstore']);
    expect(result).toMatchObject({ confidence: 'out-of-scope', missing: ['chunkstoer'] });
    expect(
      assess(questionToAssess('Who is the manager?', { manager: 2 }), ['management']).covered,
    ).toBeGreaterThan(0.5);
  });

  it('whose distinctive words are unknown is declined, however well its common words match', () => {
    const frequencies = { kafka: 0, consumer: 0, group: 120, rebalance: 0, partitions: 0 };
    const result = assess(questionToAssess(kafkaQuestion, frequencies), ['group group', 'a group of groups']);
    expect(result.confidence).toBe('out-of-scope');
    expect(result.missing).toEqual(['kafka', 'consumer', 'rebalance', 'partitions']);
    expect(result.covered).toBeLessThan(0.3);
  });

  it('about a proper name that no passage contains is declined, however well the rest matches', () => {
    const counts = { kafka: 3, amqp: 2, rust: 4, consumer: 3, group: 9, rebalance: 2, partitions: 3 };
    const texts = ['rebalance the partitions of a consumer group', 'a rust consumer group'];
    const declined = (text: string) =>
      assess(questionToAssess(text, counts), texts).confidence === 'out-of-scope';
    expect(declined(kafkaQuestion)).toBe(true);
    expect(declined('How does the consumer group rebalance its partitions?')).toBe(false);
    expect(declined('How does the Rust consumer group rebalance its partitions?')).toBe(false);
    expect(declined('How does the group rebalance None of its partitions?')).toBe(false);
    expect(declined('How does the QVXR consumer group rebalance its partitions?')).toBe(true);
    expect(declined('How does the AMQP consumer group rebalance its partitions?')).toBe(false);
    expect(declined('HOW DOES THE QVXR CONSUMER GROUP REBALANCE ITS PARTITIONS?')).toBe(false);
    expect(declined('How does the kafka consumer group rebalance its partitions?')).toBe(false);
    expect(declined('Consumer groups in Kafka rebalance all partitions at once')).toBe(false);
    expect(declined('How Does The Kafka Consumer Group Rebalance Its Partitions?')).toBe(false);
  });

  it('has lower coverage if its words are scattered over many spans', () => {
    const question = questionToAssess('How are cookies signed and encrypted?', {
      cookies: 5,
      signed: 5,
      encrypted: 5,
    });
    const scattered = assess(question, ['cookies', 'signed', 'encrypted']);
    const together = assess(question, ['cookies signed encrypted']);
    expect(together.confidence).toBe('high');
    expect(scattered.covered).toBeLessThan(together.covered);
  });

  it('about everything has low confidence, and is declined if the repository is empty', () => {
    expect(
      assess(questionToAssess('list all the functions', { functions: 9 }), ['functions']).confidence,
    ).toBe('low');
    expect(assess(questionToAssess('explain everything', {}, { chunks: 0 }), []).confidence).toBe(
      'out-of-scope',
    );
  });

  it('is declined below the first threshold, low below the second, and high from there on', () => {
    const question = questionToAssess('cookies signed encrypted', { cookies: 5, signed: 5, encrypted: 5 });
    const spans = [span('cookies signed')];
    const { estimate } = assessConfidence(question, spans, thresholds);
    const { probability = 0, shownProbability = 0 } = estimate ?? {};
    const within = (outOfScopeBelow: number, lowBelow: number) =>
      assessConfidence(question, spans, { outOfScopeBelow, lowBelow }).confidence;
    expect(within(probability + 0.01, 1)).toBe('out-of-scope');
    expect(within(probability, 1)).toBe('low');
    expect(within(0, shownProbability)).toBe('high');
    expect(within(0, shownProbability + 0.01)).toBe('low');
  });

  it('has a higher probability of an answer if chunks are closer, but only with the embedding model of the fit', () => {
    const question = questionToAssess('cookies signed encrypted', { cookies: 5, signed: 5, encrypted: 5 });
    const probabilityAt = (similarity: number, space = denseModel): number => {
      const nearness = { space, similarities: Array.from({ length: 100 }, () => similarity) };
      return assess({ ...question, nearness }, ['cookies signed']).estimate?.probability ?? 0;
    };
    expect(probabilityAt(0.7)).toBeGreaterThan(probabilityAt(0.3));
    expect(probabilityAt(0.7, 'another')).toBe(probabilityAt(0.3, 'another'));
  });

  it('that matches nothing is declined', () => {
    expect(assess(questionToAssess('How are cookies signed?', { cookies: 1, signed: 1 }), [])).toMatchObject({
      confidence: 'out-of-scope',
      covered: 0,
    });
  });

  it('without content words is declined', () => {
    expect(assess(questionToAssess('then?'), ['anything at all'])).toMatchObject({
      confidence: 'out-of-scope',
    });
  });
});

describe('a name', () => {
  it('that is unknown declines the question and is reported as missing', () => {
    const question = questionToAssess(
      'What does `frobnicate` do with cookies?',
      { cookies: 5 },
      { unknownNames: ['frobnicate'] },
    );
    expect(assess(question, ['cookies'])).toEqual({
      confidence: 'out-of-scope',
      covered: 0,
      missing: ['frobnicate'],
    });
  });

  it('that is defined gives high confidence if the question contains nothing else', () => {
    const named = { definitionNames: ['Runner.run'] };
    const assessNamed = (text: string) =>
      assess(questionToAssess(text, { run: 3 }, named), ['def run']).confidence;
    expect(assessNamed('What does `run` do?')).toBe('high');
    expect(assessNamed('How does `run` encrypt the wondrous archive?')).toBe('low');
  });
});

describe('an overview', () => {
  it('has high confidence unless the repository is empty', () => {
    expect(assess(questionToAssess('What does this project do?'), [])).toMatchObject({
      confidence: 'high',
      covered: 1,
    });
    const empty = questionToAssess('What does this project do?', {}, { chunks: 0 });
    expect(assess(empty, [])).toMatchObject({ confidence: 'out-of-scope' });
  });
});

it('gives a request for work low confidence, however well its words match', () => {
  const counts = { cookies: 9, signer: 4, rewrite: 2 };
  const confidence = (text: string) => assess(questionToAssess(text, counts), ['cookies signer']).confidence;
  expect(confidence('Where is the cookies signer?')).toBe('high');
  expect(confidence('Rewrite the cookies signer, please')).toBe('low');
});

it('also finds words in the path and names of a span', () => {
  const question = questionToAssess('Where are cookies signed?', { cookies: 5, signed: 5 });
  const spans = [{ path: 'src/cookies.py', names: ['Signer.sign'], text: 'pass' }];
  expect(assessConfidence(question, spans, thresholds)).toMatchObject({ confidence: 'high' });
});

it('keeps coverage between 0 and 1, and never raises it when a span is removed', () => {
  const words = ['cookies', 'signed', 'kafka', 'group', 'session', 'rebalance'];
  const texts = fc.array(
    fc.subarray(words).map((some) => some.join(' ')),
    { minLength: 1, maxLength: 8 },
  );
  const frequencies = fc.record(Object.fromEntries(words.map((word) => [word, fc.nat({ max: 1_000 })])));
  fc.assert(
    fc.property(fc.subarray(words, { minLength: 1 }), texts, frequencies, (question, spans, counts) => {
      const toAssess = questionToAssess(question.join(' '), counts);
      const all = assess(toAssess, spans).covered;
      const fewer = assess(toAssess, spans.slice(1)).covered;
      expect(fewer).toBeLessThanOrEqual(all + 1e-9);
      expect(all).toBeGreaterThanOrEqual(0);
      expect(all).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});
