/** How a question was read, in words for a reader: its class, and how sure the answer can be. */
import type { QuestionReading } from '../../api.ts';

export const classWords = {
  lookup: 'Where something is',
  how: 'How something works',
  why: 'Why something is so',
  docs: 'What the documentation says',
  impact: 'What a change reaches',
  exhaustive: 'All there are of something',
  'too-broad': 'Too broad for one answer',
  'out-of-scope': 'Not held by this repository',
} as const satisfies Record<QuestionReading['class'], string>;

export const confidenceWords = {
  high: 'High',
  low: 'Low: the lines fit the question loosely',
  'out-of-scope': 'None: not enough of the question was found',
} as const satisfies Record<QuestionReading['confidence'], string>;

/** The question as it was answered, when that is not how it was asked. */
export function rewrittenQuestion(reading: QuestionReading | null): string | null {
  return reading === null || reading.text.trim() === reading.asked.trim() ? null : reading.text;
}
