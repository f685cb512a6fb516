/** Wordings of history questions, as people phrase them. Questions use the wordings in rotation; `formatWording` replaces the `{…}` placeholders. */

export const historyKinds = ['introduced', 'last-changed', 'why-line', 'which-change'] as const;
export type HistoryKind = (typeof historyKinds)[number];

export const wordings: Readonly<Record<HistoryKind, readonly string[]>> = {
  introduced: [
    'When was {name} introduced?',
    'Which commit added {name}?',
    'Who wrote {name} first?',
    'Since when do we have {name}?',
    'When did {name} first show up in the code?',
    'What change brought {name} into the project?',
    'Where does {name} come from historically?',
    'In which pull request did {name} get created?',
  ],
  'last-changed': [
    'When was {name} last changed?',
    'Who changed {name} last?',
    'What is the most recent edit to {name}?',
    'Which commit touched {name} most recently?',
    'Who was the last person to work on {name}?',
    'What was the latest modification of {name}?',
    'When did somebody last update {name}?',
  ],
  'why-line': [
    'Why is line {line} of {path} there?',
    'Why does {path}:{line} say what it says?',
    'What is the reason for line {line} in {path}?',
    'Which commit is {path}:{line} from?',
    'Who put line {line} into {path}, and what for?',
    'What is the story behind {path}:{line}?',
  ],
  'which-change': [
    'Which commit made {subject}?',
    'In which pull request did they do this: {subject}?',
    'When did somebody {subject}?',
    'Who was it that did "{subject}"?',
    'Find the change that was about {subject}',
    'What was the commit for: {subject}?',
  ],
};

/** @param number index of the question within its kind, from 0 */
export function formatWording(
  kind: HistoryKind,
  number: number,
  values: Readonly<Record<string, string | number>>,
): string {
  const templates = wordings[kind];
  const template = templates[number % templates.length] ?? '';
  return template.replace(/\{(\w+)\}/g, (placeholder, key: string) => String(values[key] ?? placeholder));
}
