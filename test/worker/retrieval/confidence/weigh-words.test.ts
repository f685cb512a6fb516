/** Tests the weights of the words of a question, and how well a text covers a word. */
import { describe, expect, it } from 'vitest';
import { wordCoverage, weighWords } from '../../../../worker/retrieval/confidence/weigh-words.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const weigh = (
  text: string,
  frequencies: Readonly<Record<string, number>>,
  ownWords: readonly string[] = [],
) =>
  weighWords(readQuestion(text), {
    frequencies: new Map(Object.entries(frequencies)),
    chunks: 1_000,
    ownWords: new Set(ownWords),
  });

describe('weighWords', () => {
  it('weighs rarer words more, and absent words most', () => {
    const [cookies, session, kafka] = weigh('cookies session kafka', {
      cookies: 400,
      session: 10,
      kafka: 0,
    });
    expect(session?.weight).toBeGreaterThan(cookies?.weight ?? Infinity);
    expect(kafka?.weight).toBeGreaterThan(session?.weight ?? Infinity);
    expect([session?.isAbsent, kafka?.isAbsent]).toEqual([false, true]);
  });

  it('quarters the weight of words that describe any software, which are not content words', () => {
    const [cookies, configure] = weigh('cookies configure', { cookies: 10, configure: 10 });
    expect(configure?.weight).toBeCloseTo((cookies?.weight ?? 0) / 4);
    expect([cookies?.isContentWord, configure?.isContentWord]).toEqual([true, false]);
  });

  it('ignores the repository’s own name unless it is the only word', () => {
    const counts = { flask: 300, cookies: 10 };
    const [flask, cookies] = weigh('flask cookies', counts, ['flask']);
    expect(flask).toMatchObject({ weight: 0, isContentWord: false });
    expect(cookies?.weight).toBeGreaterThan(0);
    expect(weigh('flask', counts, ['flask'])[0]?.weight).toBeGreaterThan(0);
  });
});

describe('wordCoverage', () => {
  const [term] = readQuestion('management').terms;
  if (term === undefined) throw new Error('The question has no term.');

  it.each([
    ['management', 1],
    ['manager', 0.7],
    ['man', 0],
    ['cookies', 0],
  ])('of "management" by %j is %f', (word, expected) =>
    expect(wordCoverage(new Set([word]), term)).toBe(expected),
  );
});
