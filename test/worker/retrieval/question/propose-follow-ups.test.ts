/** Follow-up questions are about cited definitions, and the index can answer them. */
import { expect, test } from 'vitest';
import {
  proposeFollowUps,
  type CitedDefinition,
} from '../../../../worker/retrieval/question/propose-follow-ups.ts';

const definition = (name: string, overrides: Partial<CitedDefinition> = {}): CitedDefinition => ({
  name,
  qualifiedName: name,
  kind: 'function',
  path: 'src/tides.py',
  lines: 12,
  isShared: false,
  hasCallers: true,
  hasHistory: true,
  ...overrides,
});

test('asks something different of each definition, in order of citation', () => {
  expect(
    proposeFollowUps([definition('mix'), definition('pour'), definition('stir')], ['Where is salt added?']),
  ).toEqual(['What calls `mix`?', 'How does `pour` work?', 'Why was `stir` changed last?']);
});

test('does not ask about a definition that was asked about, in any case or in a longer name', () => {
  const cited = [definition('mix'), definition('pour')];
  expect(proposeFollowUps(cited, ['how does MIX work?'])).toEqual(['What calls `pour`?']);
  expect(proposeFollowUps(cited, ['Where is Bowl.mix used?', 'and pour?'])).toEqual([]);
  // `mixer` is another name.
  expect(proposeFollowUps([definition('mix')], ['Where is the mixer?'])).toEqual(['What calls `mix`?']);
});

test('asks only what the index knows', () => {
  const unknown = { hasCallers: false, hasHistory: false };
  expect(proposeFollowUps([definition('limit', { ...unknown, kind: 'constant' })], [])).toEqual([]);
  expect(proposeFollowUps([definition('tiny', { ...unknown, lines: 2 })], [])).toEqual([]);
  expect(proposeFollowUps([definition('mix', unknown)], [])).toEqual(['How does `mix` work?']);
  expect(proposeFollowUps([definition('Bowl', { kind: 'class', hasHistory: false })], [])).toEqual([
    'How does `Bowl` work?',
  ]);
});

test('does not ask for callers or history again', () => {
  const cited = [definition('mix'), definition('pour'), definition('stir')];
  expect(proposeFollowUps(cited, ['What calls `bake`?'])).toEqual([
    'How does `mix` work?',
    'Why was `pour` changed last?',
    'How does `stir` work?',
  ]);
  expect(proposeFollowUps(cited, ['Why was `bake` changed last?'])).toEqual([
    'What calls `mix`?',
    'How does `pour` work?',
    'What calls `stir`?',
  ]);
});

test('adds the file to a name that other definitions share, and omits questions that are too long', () => {
  expect(proposeFollowUps([definition('mix', { isShared: true })], [])).toEqual([
    'What calls `mix` in `src/tides.py`?',
  ]);
  expect(
    proposeFollowUps([definition('mix', { isShared: true, path: `src/${'deep/'.repeat(30)}mix.py` })], []),
  ).toEqual([]);
});
