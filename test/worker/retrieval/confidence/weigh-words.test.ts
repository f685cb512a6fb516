/** What each word of a question weighs, and what counts as a text holding it. */
import { describe, expect, it } from 'vitest';
import { wordCoverage, weighWords } from '../../../../worker/retrieval/confidence/weigh-words.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const weighed = (text: string, frequencies: Readonly<Record<string, number>>, own: readonly string[] = []) =>
  weighWords(readQuestion(text), {
    frequencies: new Map(Object.entries(frequencies)),
    chunks: 1_000,
    ownWords: new Set(own),
  });

describe('a word weighs', () => {
  it('more the rarer it is, most where it is nowhere', () => {
    const [cookies, session, kafka] = weighed('cookies session kafka', {
      cookies: 400,
      session: 10,
      kafka: 0,
    });
    expect(session?.weight).toBeGreaterThan(cookies?.weight ?? Infinity);
    expect(kafka?.weight).toBeGreaterThan(session?.weight ?? Infinity);
    expect([session?.isAbsent, kafka?.isAbsent]).toEqual([false, true]);
  });

  it('a quarter where it is said of any software, and tells nothing', () => {
    const [cookies, configure] = weighed('cookies configure', { cookies: 10, configure: 10 });
    expect(configure?.weight).toBeCloseTo((cookies?.weight ?? 0) / 4);
    expect([cookies?.isTelling, configure?.isTelling]).toEqual([true, false]);
  });

  it('nothing where it is the repository’s own name, unless nothing else is said', () => {
    const counts = { flask: 300, cookies: 10 };
    const [flask, cookies] = weighed('flask cookies', counts, ['flask']);
    expect(flask).toMatchObject({ weight: 0, isTelling: false });
    expect(cookies?.weight).toBeGreaterThan(0);
    expect(weighed('flask', counts, ['flask'])[0]?.weight).toBeGreaterThan(0);
  });
});

describe('a text holds a word', () => {
  const [term] = readQuestion('management').terms;
  if (term === undefined) throw new Error('A word is a term.');

  it.each([
    ['management', 1],
    ['manager', 0.7],
    ['man', 0],
    ['cookies', 0],
  ])('with %j to %f', (held, share) => expect(wordCoverage(new Set([held]), term)).toBe(share));
});
