/** Finds names that a text refers to but does not define. */
import { describe, expect, it } from 'vitest';
import { findReferencedNames } from '../../../../worker/retrieval/live/find-referenced-names.ts';

const findNames = (...texts: readonly string[]): readonly string[] =>
  findReferencedNames(texts.map((text) => ({ text, weight: 1 })));

describe('findReferencedNames', () => {
  it.each([
    ['from .tides import read_gauge\n', ['tides', 'read_gauge']],
    ["import { openLock } from './port/lock-gate.ts';\n", ['openLock', 'lock-gate']],
    ['use crate::harbour::Gauge;\n', ['harbour', 'Gauge']],
    ['const gate = require("./gate");\n', ['gate']],
  ])('finds imports: %s', (text, expected) => {
    expect(findNames(text)).toEqual(expect.arrayContaining(expected));
  });

  it('finds calls, after imports', () => {
    const found = findNames('from .tides import level\n\ndef opened(gate):\n    return lift_gate(gate)\n');
    expect(found).toEqual(expect.arrayContaining(['tides', 'level', 'lift_gate']));
    expect(found.indexOf('lift_gate')).toBeGreaterThan(found.indexOf('tides'));
  });

  it('skips names that the text defines, and keywords', () => {
    const found = findNames('class Lock:\n    pass\n\ndef opened():\n    return Lock(opened())\n');
    expect(found).not.toContain('Lock');
    expect(found).not.toContain('opened');
    expect(findNames('import x from "y"; export const a = async () => new Map();')).not.toContain('import');
  });

  it('weighs a name by the texts that refer to it', () => {
    const found = findReferencedNames([
      { text: 'lift_gate()', weight: 1 },
      { text: 'read_gauge()', weight: 2 },
    ]);
    expect(found).toEqual(['read_gauge', 'lift_gate']);
  });

  it('reads a bounded part of very long text', () => {
    const line = 'x'.repeat(2_000_000);
    expect(findNames(`${line} lift_gate()`)).not.toContain('lift_gate');
    expect(findNames('a_name()\n'.repeat(100_000))).toEqual(['a_name']);
    expect(findNames(Array.from({ length: 4_000 }, (_, at) => `call_${at}()`).join('\n'))).toHaveLength(60);
  });
});
