import { expect, it } from 'vitest';
import { chooseRanker } from '../../../worker/flows/choose-ranker.ts';

it.each([
  [undefined, { ranker: 'learned', rereads: undefined }],
  ['learned', { ranker: 'learned', rereads: 'none' }],
  ['cross-encoder', { ranker: 'learned', rereads: 'cross-encoder' }],
  ['signals', { ranker: 'signals', rereads: 'none' }],
  ['none', { ranker: 'none', rereads: 'none' }],
] as const)('%s is made by two steps', (asked, steps) => expect(chooseRanker(asked)).toEqual(steps));
