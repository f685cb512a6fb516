/** Questions of visitors: listed for the owner by their outcome, and removed with their age, their owner and their repository. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import type { VisitorQuestion } from '../../../../worker/core/answers/visitor-question.ts';
import { actFor } from '../../../../worker/core/viewer.ts';
import { expireVisitorQuestions } from '../../../../worker/flows/feedback/visitor-questions.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const anna = actFor({ id: 'anna' });
const dayMs = 86_400_000;

let bench: Workbench;
let repositoryId: string;

beforeEach(async () => {
  bench = await openWorkbench();
  ({ id: repositoryId } = await uploadAndIndex(bench, { 'README.md': '# Tool\n' }, { viewer: anna }));
});

const store = () => bench.services.visitorQuestions;
const add = (id: string, changes: Partial<VisitorQuestion> = {}, owner: { id: string } = anna) =>
  store().add(owner, {
    id,
    repositoryId,
    question: `Question ${id}?`,
    class: 'how',
    isDeclined: false,
    askedAt: bench.clock.now(),
    ...changes,
  });
const list = async (filter: 'all' | 'declined' | 'down') =>
  (await store().list(repositoryId, { filter, limit: 10 })).map(({ id }) => id);

async function rateDown(turnId: string): Promise<void> {
  await bench.services.feedbackStore.save({
    id: `feedback-${turnId}`,
    repositoryId,
    viewer: 'publishable:key',
    conversationId: 'c',
    turnId,
    rating: 'down',
    reason: undefined,
    text: '',
    question: '',
    answer: {} as never,
    createdAt: bench.clock.now(),
  });
}

it('are listed newest first, by outcome and in pages', async () => {
  for (const id of ['a', 'b', 'c']) {
    await add(id, { isDeclined: id === 'b' });
    bench.clock.advance(1_000);
  }
  await rateDown('c');
  expect(await list('all')).toEqual(['c', 'b', 'a']);
  expect(await list('declined')).toEqual(['b']);
  expect(await list('down')).toEqual(['c']);
  expect(await store().count(repositoryId)).toEqual({ all: 3, declined: 1, down: 1 });
  const [first, second] = await store().list(repositoryId, { filter: 'all', limit: 2 });
  expect([first?.rating, second?.rating]).toEqual(['down', undefined]);
  const before = { askedAt: second?.askedAt ?? 0, id: second?.id ?? '' };
  expect(await store().list(repositoryId, { filter: 'all', limit: 2, before })).toMatchObject([{ id: 'a' }]);
});

it('are not stored for somebody who does not own the repository', async () => {
  await add('a', {}, { id: 'ben' });
  expect(await list('all')).toEqual([]);
});

it('expire after 92 days, and end with their owner and their repository', async () => {
  await add('a');
  bench.clock.advance(91 * dayMs);
  await add('b');
  await expireVisitorQuestions(bench.services);
  expect(await list('all')).toEqual(['b', 'a']);
  bench.clock.advance(2 * dayMs);
  await expireVisitorQuestions(bench.services);
  expect(await list('all')).toEqual(['b']);
  await store().removeOwner({ id: 'ben' });
  expect(await list('all')).toEqual(['b']);
  await store().removeOwner(anna);
  expect(await list('all')).toEqual([]);
  await add('c');
  await bench.services.catalog.deleteRepositoryRows(repositoryId);
  const left = await env.CATALOG.prepare('SELECT count(*) AS n FROM visitor_question').first('n');
  expect(left).toBe(0);
});
