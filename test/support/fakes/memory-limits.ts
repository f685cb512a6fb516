/** Limits in memory. */

import { createAccount, type Account } from '../../../worker/core/limits/account.ts';
import type { Clock } from '../../../worker/ports/clock.ts';
import type { Limits } from '../../../worker/ports/access/limits.ts';

export function createMemoryLimits(clock: Clock): Limits {
  const accounts = new Map<string, Account>();
  const find = (name: string): Account => {
    const account = accounts.get(name) ?? createAccount();
    accounts.set(name, account);
    return account;
  };
  return {
    async reserve(name, request) {
      const account = find(name);
      const { reservation, changes } = account.reserve(request, { id: clock.newId(), now: clock.now() });
      account.apply(changes);
      return reservation;
    },
    async settle(name, id, used) {
      const account = find(name);
      account.apply(account.settle(id, used));
    },
    read: async (name, subject) => find(name).read(subject, clock.now()),
    async remove(name, subject) {
      if (subject === undefined) accounts.delete(name);
      else accounts.get(name)?.forget(subject);
    },
  };
}
