/** A claim must not attribute one function's behavior to another in the same lines. */
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../../worker/answering/claims/decide-claim.ts';
import { createEvidence } from '../../../../support/samples/evidence.ts';

const file = `LIMIT = 8


class Pool:
    """Keeps sessions."""

    def acquire(self, host):
        if not host:
            raise ValueError("host is empty")
        self._idle.remove(host)
        return self._open(host)

    # Appends what is given back.
    def release(self, session):
        if len(self._idle) >= LIMIT:
            session.close()
        self._idle.append(session)

    def _open(self, host):
        sleep(2)
        pause(1, 2); pause(3, 4)
        raise TimeoutError(host)
`;
const issued = new Map([['e1', createEvidence({ file, path: 'src/pool.py', symbol: 'Pool' })]]);

function findFailedChecks(statement: string) {
  const { checks } = decideClaim({ text: `${statement} [chunk:e1].`, citations: ['e1'] }, issued);
  return checks.filter(({ passed }) => !passed).map((check) => check.check);
}

describe('accepts the behavior of the named function', () => {
  it.each([
    '`acquire` raises `ValueError` when the host is empty',
    '`acquire` removes the host from `_idle`',
    '`release` appends the session to `_idle`',
    '`release` appends what is given back',
    '`release` closes the session where `_idle` has reached `LIMIT`',
    '`_open` raises `TimeoutError`, while `acquire` raises `ValueError`',
    '`TimeoutError` is raised by `_open`',
    '`Pool` raises `TimeoutError` and appends to `_idle`',
    '`acquire` calls `_open`, which raises `TimeoutError`',
  ])('%s', (statement) => {
    expect(findFailedChecks(statement)).toEqual([]);
  });
});

describe('rejects the behavior of another function', () => {
  it.each([
    '`release` raises `ValueError` when the host is empty',
    '`release` raises `TimeoutError`',
    '`acquire` raises `TimeoutError`',
    '`acquire` appends the host to `_idle`',
    '`release` removes the session from `_idle`',
    '`acquire` sleeps before it returns',
    '`acquire` compares with `LIMIT` and `len`',
    '`TimeoutError` is raised by `acquire`',
    '`acquire` contains `if len(self._idle) >= LIMIT:`',
    '`acquire` contains `pause(1, 2); pause(3, 4)`',
    'The function `release()` also raises `TimeoutError`',
  ])('%s', (statement) => {
    expect(findFailedChecks(statement)).toContain('wording');
  });
});

it('does not compare words of a name with antonyms', () => {
  const text = `def from_key_val_list(value):
    """Raises a ValueError for a value that is no list."""
    raise ValueError(value)
`;
  const evidence = new Map([['e1', createEvidence({ file: text })]]);
  const claim = {
    text: '`from_key_val_list` throws a `ValueError` for a list [chunk:e1].',
    citations: ['e1'],
  };
  expect(decideClaim(claim, evidence).checks.filter(({ check }) => check === 'opposite')).toEqual([]);
});
