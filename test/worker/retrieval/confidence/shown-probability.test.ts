/** The probability that the best spans answer a question rises with what they contain together, and ignores similarities of other models. */
import { describe, expect, it } from 'vitest';
import { denseModel } from '../../../../worker/retrieval/confidence/confidence-weights.ts';
import fitted from '../../../../worker/retrieval/confidence/shown-confidence.json' with { type: 'json' };
import { shownProbability } from '../../../../worker/retrieval/confidence/shown-probability.ts';
import { addShownSignals, shownSignalNames } from '../../../../worker/retrieval/confidence/shown-signals.ts';

const coverage = { all: 1, absent: 0, unshown: 0, telling: 0.5, nearest: 0.6, nearest5: 0.5 };
const scattered = { ...coverage, best: 0.4, near: 0.3, pairs: 0 };
const together = { ...coverage, best: 1, near: 1, pairs: 1 };
const standsOut = [0.7, ...Array.from({ length: 20 }, () => 0.4)];
const level = Array.from({ length: 20 }, () => 0.6);

const at = (similarities: readonly number[], space: string): number =>
  shownProbability(addShownSignals(scattered, { similarities, leadInFile: 0.5 }), space);

describe('shownProbability', () => {
  it('is low if the repository has all words of a question, but only in different places', () => {
    const probability = (signals: typeof together, leadInFile: number) =>
      shownProbability(addShownSignals(signals, { similarities: level, leadInFile }), undefined);
    expect(probability(scattered, 0.5)).toBeLessThan(0.5);
    expect(probability(together, 1)).toBeGreaterThan(0.65);
  });

  it('rises if one chunk is much closer than the others, but only with the embedding model of the fit', () => {
    expect(at(standsOut, denseModel)).toBeGreaterThan(at(level, denseModel));
    expect(at(standsOut, 'another')).toBe(at(level, 'another'));
  });
});

it('has weights only for the signals it names, none of them negative', () => {
  for (const { weights } of Object.values(fitted))
    for (const [name, weight] of Object.entries(weights)) {
      expect(shownSignalNames).toContain(name);
      expect(weight).toBeGreaterThan(0);
    }
});
