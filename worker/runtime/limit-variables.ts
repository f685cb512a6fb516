/** The variables about what visitors and users may use in hosted mode. */

import type { Variable } from './variable.ts';

export const limitVariables = [
  {
    name: 'ANONYMOUS_QUESTIONS',
    default: '20',
    meaning: 'In hosted mode: questions a day from one address block without a credential',
  },
  {
    name: 'ANONYMOUS_REQUESTS_PER_MINUTE',
    default: '240',
    meaning: 'In hosted mode: requests a minute from one address block without a credential',
  },
  { name: 'USER_QUESTIONS', default: '50', meaning: 'In hosted mode: questions a day of a user' },
  {
    name: 'USER_REPOSITORIES',
    default: '5',
    meaning: 'In hosted mode: repositories that a user may add in a day',
  },
  {
    name: 'USER_LINES',
    default: '2000000',
    meaning:
      'In hosted mode: lines that may be indexed for a user in a day; a user who has reached it cannot add a repository until the next day',
  },
  {
    name: 'PUBLISHABLE_QUESTIONS',
    default: '200',
    meaning:
      'In hosted mode: questions a day of all publishable keys of a user together; their owner can set lower limits',
  },
  {
    name: 'REQUESTS_PER_MINUTE',
    default: '600',
    meaning: 'In hosted mode: requests a minute of a user with all their keys, and of a publishable key',
  },
  {
    name: 'DOLLARS_PER_DAY',
    default: 'none',
    meaning:
      'In hosted mode: what all model answers of a day may cost, by `MODEL_PRICES`; at 80 % visitors get composed answers, at 100 % everyone without an own model key; `none`: no ceiling',
  },
] as const satisfies readonly Variable[];
