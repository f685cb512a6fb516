/** Front matter: what is read, what is left out, and that anything is survived. */
import { assert, array, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanFrontMatter } from '../../../worker/ingestion/scan-front-matter.ts';

const read = (text: string) => scanFrontMatter(text.split('\n'));

describe('front matter', () => {
  it('gives values without their quotes', () =>
    expect(read('title: "A: b"\nname: \'c\'\nempty:\nplain: d e')).toEqual({
      title: 'A: b',
      name: 'c',
      plain: 'd e',
    }));

  it('gives lists of both kinds', () =>
    expect(read('a: [x, "y z"]\nb:\n  - one\n  - two\n')).toEqual({ a: ['x', 'y z'], b: ['one', 'two'] }));

  it('reads TOML as far as it is as simple', () =>
    expect(read('title = "A"\ntags = ["x"]')).toEqual({ title: 'A', tags: ['x'] }));

  it('calls the same thing by one name', () =>
    expect(read('sidebar_label: Short\nsummary: What it is')).toEqual({
      navTitle: 'Short',
      description: 'What it is',
    }));

  it('keeps the links of what is related', () =>
    expect(read('related:\n  title: Next\n  links:\n    - a/b\n    - c/d')).toEqual({
      related: ['a/b', 'c/d'],
    }));

  it('bounds what it keeps', () => {
    const many = read(Array.from({ length: 99 }, (_, index) => `k${index}: ${'v'.repeat(999)}`).join('\n'));
    expect(Object.keys(many).length).toBeLessThanOrEqual(24);
    expect(many['k0']?.length).toBe(500);
  });

  it('survives anything', () =>
    assert(
      property(array(string()), (lines) => {
        for (const value of Object.values(scanFrontMatter(lines))) expect(value.length).toBeGreaterThan(0);
      }),
    ));
});
