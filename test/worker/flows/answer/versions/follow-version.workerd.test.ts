/** A follow-up uses the version that an earlier question named, and states it, until its words or the request change the version. */
import { beforeEach, expect, it } from 'vitest';
import type { EarlierTurn } from '../../../../../worker/core/answers/conversation.ts';
import { openModeViewer as viewer } from '../../../../../worker/core/viewer.ts';
import { takeTurn } from '../../../../../worker/flows/answer/conversation/take-turn.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../../support/workbench/workbench.ts';

const createTree = (word: string) => ({
  'send.py': `def send_letter(${word}):\n    return fly(${word})\n`,
  'test_send.py': `from send import send_letter\n\ndef test_send_letter():\n    assert send_letter("a") == "${word}"\n`,
});

let bench: Workbench;
let id: string;
beforeEach(async () => {
  bench = await openWorkbench();
  ({ id } = await uploadAndIndex(bench, createTree('pigeon'), { ref: 'v1.0' }));
  await uploadAndIndex(bench, createTree('courier'), { ref: 'main' });
});

/** Asks the questions one after another, as a conversation does. */
async function askInTurn(request: readonly { readonly question: string; readonly version?: string }[]) {
  const earlier: EarlierTurn[] = [];
  const answer = [];
  for (const { question, version } of request) {
    const turn = await takeTurn(bench.services, {
      viewer,
      repositoryId: id,
      version,
      question,
      topK: undefined,
      fresh: true,
      earlier: [...earlier],
    });
    let [text, ref, carried, namedRef] = ['', '', [] as readonly string[], null as string | null | undefined];
    for await (const event of turn.events) {
      if (event.type === 'text') text += event.delta;
      if (event.type === 'coverage') ref = event.coverage.ref ?? '';
      if (event.type === 'question') ({ carried } = event.reading);
      if (event.type === 'question') namedRef = event.reading.version?.ref;
      if (event.type === 'end')
        earlier.push({
          question: turn.text,
          subjects: event.subjects,
          version: { asked: version, kept: turn.followUpVersion },
        });
    }
    answer.push({ text, ref, carried, namedRef });
  }
  return answer;
}

it('uses the named version until a question asks for the present', async () => {
  const [first, second, third, fourth] = await askInTurn([
    { question: 'In v1.0, what does `send_letter` do?' },
    { question: 'and where is it tested?' },
    { question: 'And now?' },
    { question: 'What does `send_letter` return?' },
  ]);
  expect(first).toMatchObject({ ref: 'v1.0', namedRef: 'v1.0', text: expect.stringContaining('pigeon') });
  expect(second).toMatchObject({ ref: 'v1.0', namedRef: 'v1.0' });
  expect(second?.carried).toContain('v1.0');
  expect(third).toMatchObject({ ref: 'main', namedRef: undefined });
  expect(fourth).toMatchObject({ ref: 'main', namedRef: undefined, carried: [] });
});

it('repeats the question for another version from a few words', async () => {
  const [, second, third] = await askInTurn([
    { question: 'In v1.0, what does `send_letter` do?' },
    { question: 'And on main?' },
    { question: 'What about v1.0?' },
  ]);
  expect(second).toMatchObject({ ref: 'main', namedRef: 'main', text: expect.stringContaining('courier') });
  expect(third).toMatchObject({ ref: 'v1.0', namedRef: 'v1.0', text: expect.stringContaining('pigeon') });
});

it('uses the named version until the version of the request changes', async () => {
  const main = (await bench.services.catalog.readRepository(viewer, id))?.snapshots[0]?.id ?? '';
  const [, same, other] = await askInTurn([
    { question: 'In v1.0, what does `send_letter` do?', version: 'main' },
    { question: 'What does it return?', version: 'main' },
    { question: 'What does it return?', version: main },
  ]);
  expect(same).toMatchObject({ ref: 'v1.0', namedRef: 'v1.0' });
  expect(other).toMatchObject({ ref: 'main', namedRef: undefined });
});

it('does not replace a missing version with another one in a follow-up', async () => {
  const [first, second, third] = await askInTurn([
    { question: 'In v3.0, what does `send_letter` do?' },
    { question: 'and where is it tested?' },
    { question: 'What does `send_letter` return?' },
  ]);
  expect(first?.text).toContain('`v3.0` is not indexed');
  expect(second?.text).toContain('`v3.0` is not indexed');
  expect(third).toMatchObject({ ref: 'main', namedRef: undefined });
});
