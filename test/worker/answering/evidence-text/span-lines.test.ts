import { describe, expect, it } from 'vitest';
import { extractProse } from '../../../../worker/answering/evidence-text/span-lines.ts';

describe('extractProse', () => {
  it('removes front matter, but not text after a horizontal rule', () => {
    expect(extractProse('---\ntitle: "Wicks"\n---\n\nA wick burns.').trim()).toBe('A wick burns.');
    expect(extractProse('---\n\nA wick burns.').trim()).toBe('A wick burns.');
  });
});
