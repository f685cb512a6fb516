import { describe, expect, it } from 'vitest';
import { extractProse } from '../../../../worker/answering/evidence-text/span-lines.ts';

describe('proseOf', () => {
  it('leaves front matter out, and a rule that opens none in', () => {
    expect(extractProse('---\ntitle: "Wicks"\n---\n\nA wick burns.').trim()).toBe('A wick burns.');
    expect(extractProse('---\n\nA wick burns.').trim()).toBe('A wick burns.');
  });
});
