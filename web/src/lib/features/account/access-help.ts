/** Reads from the problem `limit_reached` what helps. Pure. */
import type { Problem } from '../../api.ts';

export interface LimitHelp {
  readonly canSignIn: boolean;
  readonly canUseOwnKey: boolean;
  /** An ISO date; undefined if it is unknown. */
  readonly resetsAt: string | undefined;
}

export function readLimitHelp({ details }: Pick<Problem, 'details'>): LimitHelp {
  const helps = Array.isArray(details?.['helps']) ? details['helps'] : [];
  const resetsAt = details?.['resetsAt'];
  return {
    canSignIn: helps.includes('sign_in'),
    canUseOwnKey: helps.includes('own_model_key'),
    resetsAt: typeof resetsAt === 'string' ? resetsAt : undefined,
  };
}
