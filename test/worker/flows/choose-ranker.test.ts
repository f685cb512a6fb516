import { expect, it } from 'vitest';
import { chooseRanker } from '../../../worker/flows/choose-ranker.ts';

it.each([
  [undefined, { ranker: 'learned', crossEncodes: undefined }],
  ['learned', { ranker: 'learned', crossEncodes: false }],
  ['cross-encoder', { ranker: 'learned', crossEncodes: true }],
  ['signals', { ranker: 'signals', crossEncodes: false }],
  ['none', { ranker: 'none', crossEncodes: false }],
] as const)('%s is made by two steps', (asked, steps) => expect(chooseRanker(asked)).toEqual(steps));
