/** A block is consecutive lines that can be read alone: whole statements, without long comments, and never only a signature. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseBlock } from '../../../../worker/retrieval/excerpts/choose-block.ts';
import { scoreCode } from './lines.ts';

const limits = { minLines: 3, maxLines: 12, threshold: 0.25 };
const choose = (...parameters: Parameters<typeof scoreCode>): string | undefined => {
  const block = chooseBlock(scoreCode(...parameters), limits);
  const [code] = parameters;
  return (
    block &&
    code
      .split('\n')
      .slice(block.startLine - 1, block.endLine)
      .join('\n')
  );
};

const ferry = `def board(passenger, ferry):
    log.info("boarding")
    if passenger.has_ticket:
        ferry.add(passenger)
        return True
    else:
        raise NoTicket(passenger)
    audit(passenger)
    audit(ferry)
    audit(ferry.line)`;

describe('a block', () => {
  it('has the lines with the highest scores', () => {
    expect(choose(ferry, { scores: { audit: 0.9 } })).toBe(
      '    audit(passenger)\n    audit(ferry)\n    audit(ferry.line)',
    );
  });

  it('has at least three lines unless their scores are far lower', () => {
    expect(choose(ferry, { base: 0.2, scores: { 'audit(ferry)': 0.9 } })?.split('\n')).toHaveLength(3);
    expect(choose(ferry, { base: 0, scores: { 'audit(ferry)': 0.9 } })).toBe('    audit(ferry)');
  });

  it('has at most twelve lines', () => {
    const long = Array.from({ length: 40 }, (_, index) => `step_${index}()`).join('\n');
    expect(choose(long, { base: 0.9 })?.split('\n')).toHaveLength(12);
  });

  it('has at most 3,000 characters, and no line that is too long to be read whole', () => {
    const wide = Array.from({ length: 12 }, (_, index) => `step_${index}("${'x'.repeat(300)}")`).join('\n');
    expect(choose(wide, { base: 0.9 })?.split('\n')).toHaveLength(9);
    const minified = `go("${'x'.repeat(500)}")`;
    expect(choose(`${minified}\nstop()\nrest()`, { base: 0.9, headEndLine: 0 })).toBe('stop()\nrest()');
    expect(choose(minified, { base: 0.9 })).toBeUndefined();
  });

  it('neither begins inside a statement nor ends where one opens, if the scores are close', () => {
    const harbour = `def moor(boat, berth):
    if berth.is_free:
        berth.assign(boat)
    boat.drop_anchor()
    boat.signal()
    for rope in boat.ropes:
        rope.tie(berth)`;
    const scores = { assign: 0.3, drop_anchor: 0.9, signal: 0.9, 'for rope': 0.3 };
    expect(choose(harbour, { base: 0.1, scores })).toBe(
      '    if berth.is_free:\n        berth.assign(boat)\n    boat.drop_anchor()\n    boat.signal()',
    );
  });

  it('shows both outcomes of a condition if it begins at the second', () => {
    const shown = choose(ferry, { base: 0, scores: { 'else:': 0.9, NoTicket: 0.9 } });
    expect(shown).toMatch(/^ {4}if passenger\.has_ticket:\n/);
    expect(shown).toMatch(/raise NoTicket\(passenger\)$/);
  });

  it.each([
    ['catch', 'try {\n  open(lock);\n} catch (error) {\n  report(error);\n  close(lock);\n}', 'try {'],
    ['case', 'switch (tide) {\n  case "low":\n    wait();\n    stop();\n    break;\n}', 'switch (tide) {'],
    ['rescue', 'def sail\n  leave\nrescue Storm\n  report\n  turn_back\nend', 'def sail'],
  ])('begins with the statement that %s continues', (_, code, first) => {
    const shown = choose(code, {
      base: 0,
      headEndLine: 0,
      scores: { [_]: 0.9, report: 0.9, wait: 0.9, stop: 0.9, turn_back: 0.9, close: 0.9 },
    });
    expect(shown?.split('\n')[0]).toBe(first);
  });

  it('closes the brackets that it opens', () => {
    const code = 'const fares = [\n  adult(12),\n  child(6),\n  senior(8),\n];\nprint(fares);';
    expect(
      choose(code, { base: 0, headEndLine: 0, scores: { 'fares =': 0.9, '12': 0.9, '6)': 0.9 } }),
    ).toMatch(/^const fares = \[.*\n\];$/s);
  });

  it('does not count brackets in texts', () => {
    const code = 'print("(")\nprint("[")\nprint("{")\nother()\nanother()';
    expect(choose(code, { base: 0, headEndLine: 0, scores: { print: 0.9 } })?.split('\n')).toHaveLength(3);
  });

  it('includes a short comment above it', () => {
    const code = 'leave()\n# Fog delays every ferry.\nif fog:\n    wait()\n    ring()\ngo()';
    expect(
      choose(code, { base: 0, headEndLine: 0, scores: { fog: 0.9, wait: 0.9, ring: 0.9, Fog: 0.2 } }),
    ).toBe('# Fog delays every ferry.\nif fog:\n    wait()\n    ring()');
  });

  it('contains no documentation and no long comment, however well they match', () => {
    const comment = Array.from({ length: 8 }, (_, index) => `# Reason ${index} for the fog rule.`).join('\n');
    const long = choose(`${comment}\nif fog:\n    wait()\n    ring()`, {
      base: 0.5,
      headEndLine: 0,
      scores: { Reason: 0.99 },
    });
    expect(long).toBe('if fog:\n    wait()\n    ring()');
    const documented = choose(
      'def ring():\n    """Rings the bell."""\n    bell.swing()\n    bell.stop()\n    log()',
      {
        base: 0.5,
        scores: { Rings: 0.99 },
        documentation: [2, 2],
      },
    );
    expect(documented).toBe('    bell.swing()\n    bell.stop()\n    log()');
  });

  it('is never only a signature if there is a body', () => {
    const shown = choose('def ring(\n    bell,\n    times,\n):\n    bell.swing(times)', {
      base: 0.9,
      headEndLine: 4,
      scores: { swing: 0 },
    });
    expect(shown).toContain('bell.swing');
  });

  it('may be a signature without a body', () => {
    expect(choose('const tides = ["low", "high"];', { base: 0.9 })).toBe('const tides = ["low", "high"];');
  });
});

it('does not exist if no line can begin it', () => {
  expect(choose('\n}\n);\n')).toBeUndefined();
  expect(chooseBlock([], limits)).toBeUndefined();
});

it('begins and ends with lines of the definition that are not blank, and is at most three lines too long', () => {
  const line = fc.tuple(
    fc.constantFrom('', '    go()', 'if x {', '} else {', '}', '# note', 'f(', ')', '/* a', 'b */'),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const scored = scoreCode(lines.map(([text]) => text).join('\n'), { headEndLine: 0 }).map(
        (item, index) => ({
          ...item,
          score: item.kind === 'blank' ? 0 : (lines[index]?.[1] ?? 0),
        }),
      );
      const block = chooseBlock(scored, limits);
      if (block === undefined) return;
      const [first, last] = [scored[block.startLine - 1], scored[block.endLine - 1]];
      expect(first?.kind).not.toBe('blank');
      expect(last?.kind).not.toBe('blank');
      expect(block.endLine).toBeGreaterThanOrEqual(block.startLine);
      expect(block.endLine - block.startLine + 1).toBeLessThanOrEqual(limits.maxLines + 3);
    }),
  );
});
