import { describe, expect, it } from 'vitest';
import { proseOf } from '../../../worker/answering/span-lines.ts';

describe('proseOf', () => {
  it('leaves front matter out, and a rule that opens none in', () => {
    expect(proseOf('---\ntitle: "Wicks"\n---\n\nA wick burns.').trim()).toBe('A wick burns.');
    expect(proseOf('---\n\nA wick burns.').trim()).toBe('A wick burns.');
  });
});
