/** Front matter: supported values, ignored structure, and arbitrary input. */
import { assert, array, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrontMatter } from '../../../../worker/ingestion/documents/scan-front-matter.ts';

const read = (text: string) => parseFrontMatter(text.split('\n'));

describe('front matter', () => {
  it('has values without quotes', () =>
    expect(read('title: "A: b"\nname: \'c\'\nempty:\nplain: d e')).toEqual({
      title: 'A: b',
      name: 'c',
      plain: 'd e',
    }));

  it('may contain both kinds of lists', () =>
    expect(read('a: [x, "y z"]\nb:\n  - one\n  - two\n')).toEqual({ a: ['x', 'y z'], b: ['one', 'two'] }));

  it('may be TOML of the same simplicity', () =>
    expect(read('title = "A"\ntags = ["x"]')).toEqual({ title: 'A', tags: ['x'] }));

  it('has one name for all aliases of a field', () =>
    expect(read('sidebar_label: Short\nsummary: What it is')).toEqual({
      navTitle: 'Short',
      description: 'What it is',
    }));

  it('retains related links', () =>
    expect(read('related:\n  title: Next\n  links:\n    - a/b\n    - c/d')).toEqual({
      related: ['a/b', 'c/d'],
    }));

  it('is stored up to a maximum size', () => {
    const many = read(Array.from({ length: 99 }, (_, index) => `k${index}: ${'v'.repeat(999)}`).join('\n'));
    expect(Object.keys(many).length).toBeLessThanOrEqual(24);
    expect(many['k0']?.length).toBe(500);
  });

  it('never makes the parser throw', () =>
    assert(
      property(array(string()), (lines) => {
        for (const value of Object.values(parseFrontMatter(lines))) expect(value.length).toBeGreaterThan(0);
      }),
    ));
});
