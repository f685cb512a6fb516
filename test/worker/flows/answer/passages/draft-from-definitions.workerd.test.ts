/** Composed answers about a repository written for this: each quotation is attributed to the definition that it belongs to. */
import { beforeAll, expect, it } from 'vitest';
import type { AnswerWording } from '../../../../../worker/core/answers/answer-style.ts';
import { askWorkbench } from '../../../../support/samples/ask-workbench.ts';
import { openAnsweringWorkbench } from '../../../../support/workbench/open-answering-workbench.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import type { Workbench } from '../../../../support/workbench/workbench.ts';

const sessions = `"""Signed-in users."""


class SessionStore:
    """Keeps the sessions of signed-in users in memory and removes expired sessions because memory is limited."""

    def open(self, user):
        if user is None:
            raise ValueError(user)
        session = Session(user, self.clock.now())
        self.sessions[session.id] = session
        return session

    def remove_expired(self):
        for session in list(self.sessions.values()):
            if session.expires < self.clock.now():
                del self.sessions[session.id]
        return len(self.sessions)
`;
const policy = `import { readPolicy } from './read-policy.js';

export const DEFAULT_POLICY = "${"default-src 'self'; img-src https://images.example; ".repeat(10)}";

export function applyPolicy(response) {
  const policy = readPolicy(response) ?? DEFAULT_POLICY;
  response.headers.set('Content-Security-Policy', policy);
  return response;
}
`;
const server = `import { findRoute } from './router.js';

export function handleRequest(request) {
  const route = findRoute(request.path);
  return route.answer(request);
}
`;
const router = `export function findRoute(path) {
  return routes.find((route) => route.matches(path));
}
`;

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openAnsweringWorkbench();
  ({ id } = await uploadAndIndex(bench, {
    'src/sessions.py': sessions,
    'src/policy.js': policy,
    'src/server.js': server,
    'src/router.js': router,
  }));
});

const ask = (question: string, wording: AnswerWording = {}) =>
  askWorkbench(bench.services, {
    id,
    question,
    writing: { model: undefined, temperature: undefined, maxOutputTokens: undefined, ...wording },
  });

it.each([
  'Why are expired sessions removed from memory?',
  'How does the store open a session for a user?',
  'How are the sessions of signed-in users stored in memory?',
])('attributes documentation to the class that it documents: %s', async (question) => {
  const { text, claims } = await ask(question);
  const [, subject] = /`([\w.]+)`,? (?:is )?documented as “Keeps the sessions/.exec(text) ?? [];
  expect(subject).toBe('SessionStore');
  expect(text).toMatch(/\n`SessionStore\.\w+`, lines \d+–\d+:\n```python\n/);
  expect(claims.filter(({ state }) => state !== 'verified')).toEqual([]);
});

it('names a constant first whose line is too long to quote, and quotes the next definition', async () => {
  const { text, claims } = await ask('Which images does the default policy of this site load?');
  expect(text).toMatch(
    /^Look first at `DEFAULT_POLICY` in `src\/policy\.js`, line 3 \[chunk:e\d+\], then at `applyPolicy` in /,
  );
  expect(text).toMatch(/\n`applyPolicy`.*, lines? \d+.*:\n```javascript\n/);
  expect(claims.filter(({ state }) => state !== 'verified')).toEqual([]);
});

it('states the one call between two functions that a question about a path names', async () => {
  const { text, claims } = await ask(
    'Follow a request through handleRequest until findRoute picks the route',
  );
  expect(text).toContain(
    '\n\n`handleRequest` in `src/server.js` calls `findRoute` at line 4: `const route = findRoute(request.path);` [chunk:',
  );
  expect(text).not.toContain('not shown here');
  expect(claims.filter(({ state }) => state !== 'verified')).toEqual([]);
});

it('shortens an answer to its first sentence and its best excerpt, and extends a detailed one', async () => {
  const question = 'How does the store open a session for a user?';
  const [short, standard, detailed] = await Promise.all([
    ask(question, { style: 'short' }),
    ask(question),
    ask(question, { style: 'detailed' }),
  ]);
  const countBlocks = ({ text }: typeof short): number => text.split('```').length >> 1;
  expect(countBlocks(short)).toBe(1);
  expect(short.text).not.toContain('Also relevant');
  expect(short.text.length).toBeLessThan(standard.text.length);
  expect(detailed.text.length).toBeGreaterThanOrEqual(standard.text.length);
  for (const { claims } of [short, detailed])
    expect(claims.filter(({ state }) => state !== 'verified')).toEqual([]);
});

it.each([
  ['de', 'Answers without a model are in English only. Choose a model for an answer in German.'],
  ['en-GB', undefined],
])('notes that it is in English if the language is %s', async (language, note) => {
  const { events } = await ask('How does the store open a session for a user?', { language });
  const notes = events.flatMap((event) => (event.type === 'question' ? (event.reading.notes ?? []) : []));
  expect(notes.find((text) => text.includes('English'))).toBe(note);
});
