/** Renders what went wrong, and the button that helps. */

import type { Problem } from '../../../worker/contract/problem.ts';
import { createButton, createElement } from '../shared/element.ts';
import { describeProblem, type Surroundings } from './describe-problem.ts';

/** @param retry whether to ask about the newest version instead */
export function renderProblem(
  problem: Problem,
  around: Surroundings,
  retry: (isNewest: boolean) => void,
): HTMLElement {
  const { title, text, remedy } = describeProblem(problem, around);
  const isNewest = remedy === 'newest';
  const label = isNewest ? 'Ask about the newest version' : 'Retry';
  return createElement(
    'div',
    { role: 'alert', part: 'problem', class: 'problem' },
    createElement('p', {}, createElement('strong', {}, title)),
    createElement('p', {}, text),
    remedy === 'none' ? undefined : createButton({ class: 'suggestion' }, label, () => retry(isNewest)),
  );
}
