/** Reads from a problem whether the sign-in, an own model key or waiting helps. Pure. */
import type { Problem } from '../../api.ts';

export interface AccessHelp {
  readonly canSignIn: boolean;
  readonly canUseOwnKey: boolean;
  /** An ISO date; undefined if waiting does not help, or it is unknown how long. */
  readonly resetsAt: string | undefined;
}

type AccessProblem = Pick<Problem, 'code' | 'title' | 'detail' | 'fix' | 'details'>;

export function readAccessHelp({ code, details }: Pick<Problem, 'code' | 'details'>): AccessHelp {
  const helps = Array.isArray(details?.['helps']) ? details['helps'] : [];
  const resetsAt = code === 'limit_reached' ? details?.['resetsAt'] : undefined;
  return {
    canSignIn: code === 'sign_in_required' || helps.includes('sign_in'),
    canUseOwnKey: helps.includes('own_model_key'),
    resetsAt: typeof resetsAt === 'string' ? resetsAt : undefined,
  };
}

/** The text of a problem. Where links say what helps, the advice is omitted: the server words it for programs too. */
export function describeProblem(problem: AccessProblem): Pick<Problem, 'title' | 'detail' | 'fix'> {
  const { code, title, detail, fix } = problem;
  if (code === 'sign_in_required')
    return { title: 'Please sign in', detail: 'Visitors cannot use this.', fix: '' };
  return { title, detail, fix: code === 'limit_reached' ? '' : fix };
}
