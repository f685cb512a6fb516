/** Claims about conditions, order and numbers fail if their words are in the code but in another relation. */
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../../worker/answering/claims/decide-claim.ts';
import { createEvidence } from '../../../../support/samples/evidence.ts';

const file = `// Wide holds up to 64 KiB.
const Wide = 64
// Narrow holds up to 8 entries.
const Narrow = 8

func (s *Gate) open(lid Lid, pace int) error {
  if s.keeper == nil {
    return false
  }
  if pace > 0 {
    s.mode = newPoller(pace)
  } else {
    s.mode = newWaiter()
  }
  switch lid {
  case SEALED:
    return new SealError()
  case LOOSE:
    return new LooseError()
  }
  s.emitHead()
  s.emitTail()
  return s.keeper.allow()
}
`;
const issued = new Map([
  ['e1', createEvidence({ file, id: 'e1', path: 'gate.go', symbol: 'Gate.open', nameLine: 6 })],
]);

function check(statement: string) {
  const { state, checks } = decideClaim({ text: `${statement} [chunk:e1]`, citations: ['e1'] }, issued);
  return { state, failed: checks.filter(({ passed }) => !passed).map((check) => check.check) };
}

describe('passes if the relation matches the code', () => {
  it.each([
    'If `pace` is greater than 0, a poller is used, otherwise a waiter is used.',
    'A waiter is used if `pace` is 0.',
    '`open` returns `false` when `keeper` is nil.',
    '`open` returns a `SealError` for `SEALED`.',
    '`emitHead` is called before `emitTail`.',
    '`Narrow` is 8 and `Wide` is 64.',
    'It holds up to 64 KiB.',
    '~~~go\nif s.keeper == nil {\n    return false\n}\n~~~',
    'It reads:\n\n    if s.keeper == nil {\n      return false\n    }',
  ])('%s', (statement) => {
    expect(check(statement)).toEqual({ state: 'verified', failed: [] });
  });
});

it.each(['class Gate(Door):\n    pass\n', 'class Gate < Door\nend\n', 'class Gate : Door {\n}\n'])(
  'recognizes inheritance that the code writes without a keyword: %s',
  (text) => {
    const evidence = new Map([['e1', createEvidence({ file: text, id: 'e1', path: 'gate' })]]);
    const claim = { text: '`Gate` extends `Door` [chunk:e1].', citations: ['e1'] };
    expect(decideClaim(claim, evidence).state).toBe('verified');
  },
);

describe('fails if the relation differs', () => {
  it.each([
    ['wording', 'If `pace` is greater than 0, a waiter is used.'],
    ['wording', 'A waiter is used if `pace` is greater than 0, otherwise a poller is used.'],
    ['wording', '`open` uses `newPoller` when `pace` is 0.'],
    ['wording', '`open` returns `true` when `keeper` is nil.'],
    ['wording', '`open` returns a `LooseError` for `SEALED`.'],
    ['order', '`emitTail` is called before `emitHead`.'],
    ['order', '`emitHead` is called after `emitTail`.'],
    ['number', 'The constant `Narrow` of `Gate` is 64.'],
    ['number', 'It holds up to 8 KiB.'],
    ['identifier', '~~~go\nif s.keeper != nil {\n    return false\n}\n~~~'],
    ['identifier', 'It reads:\n\n    if s.keeper == nil {\n      return true\n    }'],
    ['words', '~~`open` returns `false`~~'],
  ] as const)('%s: %s', (kind, statement) => {
    const { state, failed } = check(statement);
    expect(state).not.toBe('verified');
    expect(failed).toContain(kind);
  });
});
