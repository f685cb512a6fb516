/**
 * Rate limit budgets, one for each resource and login, as described in
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api. All callers without a token share a budget. Reset times are
 * seconds since 1970, as in GitHub's headers.
 */

import type { State, Viewer } from './state.ts';

export type Resource = 'core' | 'graphql' | 'code_search';

export interface Budget {
  readonly resource: Resource;
  readonly limit: number;
  readonly remaining: number;
  readonly used: number;
  /** Time at which the budget resets. */
  readonly reset: number;
}

export interface Budgets {
  /** Spends an amount. If less remains, spends the rest and returns false. */
  spend(viewer: Viewer, resource: Resource, amount: number): boolean;
  current(viewer: Viewer, resource: Resource): Budget;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export function createBudgets({ limits }: State): Budgets {
  const windows = new Map<string, { used: number; endsAt: number }>();
  const getLimit = (viewer: Viewer, resource: Resource): number => {
    if (resource === 'graphql') return viewer === undefined ? 0 : limits.graphql;
    if (resource === 'code_search') return limits.codeSearch;
    return viewer === undefined ? limits.anonymous : limits.core;
  };
  const getWindow = (viewer: Viewer, resource: Resource): { used: number; endsAt: number } => {
    const key = `${viewer?.login ?? ''} ${resource}`;
    const currentWindow = windows.get(key);
    if (currentWindow !== undefined && currentWindow.endsAt > Date.now()) return currentWindow;
    const durationMs = limits.windowMs ?? (resource === 'code_search' ? minuteMs : hourMs);
    const newWindow = { used: 0, endsAt: Date.now() + durationMs };
    windows.set(key, newWindow);
    return newWindow;
  };
  return {
    spend(viewer, resource, amount) {
      const window = getWindow(viewer, resource);
      const limit = getLimit(viewer, resource);
      const isEnough = window.used + amount <= limit;
      window.used = isEnough ? window.used + amount : limit;
      return isEnough;
    },
    current(viewer, resource) {
      const { used, endsAt } = getWindow(viewer, resource);
      const limit = getLimit(viewer, resource);
      return { resource, limit, used, remaining: Math.max(0, limit - used), reset: Math.ceil(endsAt / 1000) };
    },
  };
}

export const budgetHeaders = (budget: Budget): Record<string, string> => ({
  'x-ratelimit-limit': String(budget.limit),
  'x-ratelimit-remaining': String(budget.remaining),
  'x-ratelimit-used': String(budget.used),
  'x-ratelimit-reset': String(budget.reset),
  'x-ratelimit-resource': budget.resource,
});
