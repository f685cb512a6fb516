/** Decides which version a turn is about, given the earlier turns. */
import { describe, expect, it } from 'vitest';
import type { EarlierTurn } from '../../../../worker/core/answers/conversation.ts';
import {
  mayConcernVersion,
  readVersionInTurn,
} from '../../../../worker/retrieval/versions/read-version-in-turn.ts';

const refs = ['main', 'v1.0', 'v2.0', 'dev'];
const subjects = [{ name: 'Pool.release', kind: 'symbol' as const, path: 'src/pool.py' }];
const firstQuestion = 'What does `Pool.release` do?';
/** A stored turn about v1.0. */
const earlierTurn: EarlierTurn = {
  question: firstQuestion,
  subjects,
  version: { asked: undefined, kept: 'v1.0' },
};
const read = (question: string, earlier: readonly EarlierTurn[] = [earlierTurn], requestedVersion?: string) =>
  readVersionInTurn({ question, requestedVersion, earlier }, refs);

describe('a follow-up', () => {
  it.each([
    ['and where is it tested?', 'Where is `Pool.release` tested?'],
    ['Who calls `Pool.drain`?', 'Who calls `Pool.drain`?'],
    ['Now where is it tested?', 'Now where is `Pool.release` tested?'],
    ['What does `now` return?', 'What does `now` return?'],
    ['Where is now() called?', 'Where is now() called?'],
    ['What is done on release?', 'What is done on release?'],
  ])('%s keeps the version and reports it as carried', (question, text) => {
    const found = read(question);
    expect(found.versionQuestion).toEqual({ kind: 'at', version: 'v1.0', text });
    expect(found.followUp.carried.at(-1)).toBe('v1.0');
    expect(found.nextVersion).toBe('v1.0');
  });

  it.each([
    ['And in v2.0, where is it tested?', 'v2.0', 'Where is `Pool.release` tested?'],
    ['And in v2.0?', 'v2.0', firstQuestion],
    ['What about 2.0?', 'v2.0', firstQuestion],
    ['and on branch dev?', 'dev', firstQuestion],
    ['And on main?', 'main', firstQuestion],
    ['Where is it tested on dev?', 'dev', 'Where is `Pool.release` tested?'],
  ])('%s is about the version it mentions', (question, version, text) => {
    const found = read(question);
    expect(found.versionQuestion).toEqual({ kind: 'at', version, text });
    expect(found).toMatchObject({ followUp: { text }, nextVersion: version });
  });

  it.each([
    ['And now?', firstQuestion],
    ['What about now?', firstQuestion],
    ['and in the current version?', firstQuestion],
    ['Where is it tested now?', 'Where is `Pool.release` tested now?'],
    ['Where is it tested in the newest version?', 'Where is `Pool.release` tested?'],
    ['Where is it tested in HEAD?', 'Where is `Pool.release` tested?'],
  ])('%s is about the current version', (question, text) =>
    expect(read(question)).toMatchObject({
      versionQuestion: { kind: 'none' },
      followUp: { text },
      nextVersion: undefined,
    }),
  );

  it('on main is about the current version if no ref has that name', () => {
    const currentTurn = { question: 'And on main?', requestedVersion: undefined, earlier: [earlierTurn] };
    expect(readVersionInTurn(currentTurn, ['v1.0'])).toMatchObject({
      versionQuestion: { kind: 'none' },
      followUp: { text: firstQuestion },
      nextVersion: undefined,
    });
  });

  it('about changes is about the current version, and so are later turns', () =>
    expect(read('How did it change since v1.0?')).toMatchObject({
      versionQuestion: { kind: 'change', from: 'v1.0', to: undefined },
      nextVersion: undefined,
    }));

  it('drops the version if its request names another', () => {
    expect(read('and where is it tested?', [earlierTurn], 'dev')).toMatchObject({
      versionQuestion: { kind: 'none' },
      nextVersion: undefined,
    });
    const same: EarlierTurn = { ...earlierTurn, version: { asked: 'dev', kept: 'v1.0' } };
    expect(read('and where is it tested?', [same], 'dev').nextVersion).toBe('v1.0');
  });
});

describe('a missing version', () => {
  const missing: EarlierTurn = { ...earlierTurn, version: { kept: 'v7.7' } };
  it('applies to follow-ups of the question that mentioned it', () =>
    expect(read('and where is it tested?', [missing])).toMatchObject({
      versionQuestion: { kind: 'unknown', named: 'v7.7' },
      nextVersion: 'v7.7',
    }));
  it('does not apply to a standalone question', () =>
    expect(read('Who calls `Pool.drain`?', [missing])).toMatchObject({
      versionQuestion: { kind: 'none' },
      nextVersion: undefined,
    }));
});

const words = (...questions: string[]): EarlierTurn[] =>
  questions.map((question) => ({ question, subjects: [] }));

it('reads earlier turns of which only the words are known in their order', () => {
  const named = words('In v1.0, what does `Pool.release` do?', 'Who calls it?');
  expect(read('and where is it tested?', named)).toMatchObject({
    versionQuestion: { kind: 'at', version: 'v1.0', text: 'Where is `Pool.release` tested?' },
  });
  expect(read('Who calls it?', [...named, ...words('And now?')])).toMatchObject({
    versionQuestion: { kind: 'none' },
  });
});

it('needs no version names if neither the question nor an earlier turn mentions a version', () => {
  const plain: EarlierTurn = { question: 'What does `drain` do?', subjects, version: {} };
  expect(
    mayConcernVersion({ question: 'Who calls it now?', requestedVersion: undefined, earlier: [plain] }),
  ).toBe(false);
  expect(
    mayConcernVersion({ question: 'Who calls it?', requestedVersion: undefined, earlier: [earlierTurn] }),
  ).toBe(true);
  expect(read('Who calls it now?', [plain])).toMatchObject({ versionQuestion: { kind: 'none' } });
});

describe('the displayed question includes its version', () => {
  it.each([
    ['In v2.0, what does `Pool.drain` do?', 'In v2.0, what does `Pool.drain` do?'],
    ['What changed between v1.0 and v2.0?', 'What changed between v1.0 and v2.0?'],
    ['How did it change since v1.0?', 'How did `Pool.release` change since v1.0?'],
    ['And in v2.0, where is it tested?', 'Where is `Pool.release` tested in v2.0?'],
    ['And in v2.0?', 'What does `Pool.release` do in v2.0?'],
    ['and where is it tested?', 'Where is `Pool.release` tested in v1.0?'],
    ['How are routes matched in v7.7', 'How are routes matched in v7.7'],
  ])('for %s', (question, displayText) => expect(read(question).followUp.displayText).toBe(displayText));

  it('unless no version is mentioned', () =>
    expect(read('Where is it tested?', [{ question: firstQuestion, subjects }]).followUp).not.toHaveProperty(
      'displayText',
    ));
});
