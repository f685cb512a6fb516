/** Whether the repository holds an answer: judged by how much of what is asked, weighed by rarity, is found together. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denseModel } from '../../../../worker/retrieval/confidence/confidence-weights.ts';
import {
  assessConfidence,
  type JudgedQuestion,
} from '../../../../worker/retrieval/confidence/assess-confidence.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const thresholds = { outOfScopeBelow: 0.4, lowBelow: 0.65 };
const span = (text: string, path = 'src/a.py') => ({ path, names: [], text });
const asked = (
  text: string,
  frequencies: Readonly<Record<string, number>> = {},
  more: Partial<JudgedQuestion> = {},
): JudgedQuestion => ({
  question: readQuestion(text),
  frequencies: new Map(Object.entries(frequencies)),
  chunks: 1_000,
  unknownNames: [],
  namesDefinition: false,
  ...more,
});
const judge = (question: JudgedQuestion, texts: readonly string[]) =>
  assessConfidence(
    question,
    texts.map((text) => span(text)),
    thresholds,
  );

it('what is wished for may be named and not be there yet: it is unsure, where a question about it is declined', () => {
  const counts = { cookies: 5, signed: 4, signer: 3, twice: 8, add: 90 };
  const unknown = { unknownNames: ['resign_all'] };
  const texts = ['add cookies signed twice by the signer'];
  const wish = judge(
    asked('Cookies are signed twice by the signer, add `resign_all`', counts, unknown),
    texts,
  );
  expect(wish).toMatchObject({ confidence: 'low' });
  expect(wish.missing).toContain('resign_all');
  const question = judge(asked('How does `resign_all` sign cookies?', counts, unknown), texts);
  expect(question).toMatchObject({ confidence: 'out-of-scope', missing: ['resign_all'] });
  const elsewhere = judge(asked('Satellites drift twice a day, add `resign_all`', {}, unknown), ['cookies']);
  expect(elsewhere.confidence).toBe('out-of-scope');
});

describe('a question', () => {
  const kafka = 'How does the Kafka consumer group rebalance its partitions?';

  it('whose telling words are found together is answered', () => {
    const found = judge(asked('How are cookies signed?', { cookies: 9, signed: 4 }), ['sign the cookie']);
    expect(found).toMatchObject({ confidence: 'high', covered: 1, missing: [] });
  });

  it('none of whose words is held is declined, whatever looks like them in what vectors found', () => {
    const found = judge(asked('Where is chunkstoer?', { chunkstoer: 0 }), ['class chunkstore']);
    expect(found).toMatchObject({ confidence: 'out-of-scope', missing: ['chunkstoer'] });
    expect(judge(asked('Who is the manager?', { manager: 2 }), ['management']).covered).toBeGreaterThan(0.5);
  });

  it('whose telling words are nowhere is declined, however well its common words match', () => {
    const frequencies = { kafka: 0, consumer: 0, group: 120, rebalance: 0, partitions: 0 };
    const found = judge(asked(kafka, frequencies), ['group group', 'a group of groups']);
    expect(found.confidence).toBe('out-of-scope');
    expect(found.missing).toEqual(['kafka', 'consumer', 'rebalance', 'partitions']);
    expect(found.covered).toBeLessThan(0.3);
  });

  it('about a thing that no passage names is declined, however well the rest matches', () => {
    const counts = { kafka: 3, amqp: 2, rust: 4, consumer: 3, group: 9, rebalance: 2, partitions: 3 };
    const texts = ['rebalance the partitions of a consumer group', 'a rust consumer group'];
    const declined = (text: string) => judge(asked(text, counts), texts).confidence === 'out-of-scope';
    expect(declined(kafka)).toBe(true);
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

  it('whose words are scattered over many spans is less sure than one whose words stand together', () => {
    const question = asked('How are cookies signed and encrypted?', { cookies: 5, signed: 5, encrypted: 5 });
    const scattered = judge(question, ['cookies', 'signed', 'encrypted']);
    const together = judge(question, ['cookies signed encrypted']);
    expect(together.confidence).toBe('high');
    expect(scattered.covered).toBeLessThan(together.covered);
  });

  it('about everything is answered with low confidence, whatever is found', () => {
    expect(judge(asked('list all the functions', { functions: 9 }), ['functions']).confidence).toBe('low');
    expect(judge(asked('explain everything', {}, { chunks: 0 }), []).confidence).toBe('out-of-scope');
  });

  it('is declined below the first threshold, unsure below the second, sure from there on', () => {
    const question = asked('cookies signed encrypted', { cookies: 5, signed: 5, encrypted: 5 });
    const spans = [span('cookies signed')];
    const { judged } = assessConfidence(question, spans, thresholds);
    const probability = judged?.probability ?? 0;
    const within = (outOfScopeBelow: number, lowBelow: number) =>
      assessConfidence(question, spans, { outOfScopeBelow, lowBelow }).confidence;
    expect(within(probability + 0.01, 1)).toBe('out-of-scope');
    expect(within(probability, 1)).toBe('low');
    expect(within(0, probability)).toBe('high');
  });

  it('is likelier answered the nearer the nearest chunks are, by the model that was fitted', () => {
    const question = asked('cookies signed encrypted', { cookies: 5, signed: 5, encrypted: 5 });
    const probabilityAt = (similarity: number, space = denseModel): number => {
      const nearness = { space, similarities: Array.from({ length: 100 }, () => similarity) };
      return judge({ ...question, nearness }, ['cookies signed']).judged?.probability ?? 0;
    };
    expect(probabilityAt(0.7)).toBeGreaterThan(probabilityAt(0.3));
    expect(probabilityAt(0.7, 'another')).toBe(probabilityAt(0.3, 'another'));
  });

  it('that matched nothing is declined', () => {
    expect(judge(asked('How are cookies signed?', { cookies: 1, signed: 1 }), [])).toMatchObject({
      confidence: 'out-of-scope',
      covered: 0,
    });
  });

  it('of no word that says anything is declined', () => {
    expect(judge(asked('then?'), ['anything at all'])).toMatchObject({
      confidence: 'out-of-scope',
    });
  });
});

describe('a name', () => {
  it('that is nowhere declines the question, and is told', () => {
    const question = asked(
      'What does `frobnicate` do with cookies?',
      { cookies: 5 },
      { unknownNames: ['frobnicate'] },
    );
    expect(judge(question, ['cookies'])).toEqual({
      confidence: 'out-of-scope',
      covered: 0,
      missing: ['frobnicate'],
    });
  });

  it('that is defined here is answered, whatever else is said', () => {
    const question = asked('Whatever wondrous thing is `run`?', { run: 3 }, { namesDefinition: true });
    expect(judge(question, ['def run'])).toMatchObject({ confidence: 'high' });
  });
});

describe('an overview', () => {
  it('is answered by any repository that holds something', () => {
    expect(judge(asked('What does this project do?'), [])).toMatchObject({ confidence: 'high', covered: 1 });
    const empty = asked('What does this project do?', {}, { chunks: 0 });
    expect(judge(empty, [])).toMatchObject({ confidence: 'out-of-scope' });
  });
});

it('finds words in a span’s path and names too', () => {
  const question = asked('Where are cookies signed?', { cookies: 5, signed: 5 });
  const spans = [{ path: 'src/cookies.py', names: ['Signer.sign'], text: 'pass' }];
  expect(assessConfidence(question, spans, thresholds)).toMatchObject({ confidence: 'high' });
});

it('never covers more when a span is taken away, nor leaves 0 to 1', () => {
  const words = ['cookies', 'signed', 'kafka', 'group', 'session', 'rebalance'];
  const texts = fc.array(
    fc.subarray(words).map((some) => some.join(' ')),
    { minLength: 1, maxLength: 8 },
  );
  const frequencies = fc.record(Object.fromEntries(words.map((word) => [word, fc.nat({ max: 1_000 })])));
  fc.assert(
    fc.property(fc.subarray(words, { minLength: 1 }), texts, frequencies, (question, spans, counts) => {
      const judged = asked(question.join(' '), counts);
      const all = judge(judged, spans).covered;
      const fewer = judge(judged, spans.slice(1)).covered;
      expect(fewer).toBeLessThanOrEqual(all + 1e-9);
      expect(all).toBeGreaterThanOrEqual(0);
      expect(all).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});
