/**
 * Every example of the API reference is sent to a real server, and its response is compared with the schema and with the example. The steps
 * depend on each other, so the tests of a server run in order. `UPDATE_EXAMPLES=1` writes the responses into the examples.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHostedServer, type HostedServer } from '../../support/accounts/hosted-server.ts';
import { HttpBrowser, linkOf } from '../../support/accounts/http-browser.ts';
import { ExampleRunner, operations } from '../../support/contract/example-runner.ts';
import {
  addEarlierVersion,
  addOthers,
  readField,
  sendDelivery,
  startOpenExamples,
  waitUntilReady,
  type OpenExamples,
} from '../../support/contract/open-examples.ts';
import type { Reply, Send } from '../../support/contract/send-example.ts';
import { isRecord } from '../../support/contract/same-shape.ts';
import { failIndexing } from '../../support/server/fail-indexing.ts';

const runner = new ExampleRunner();
const { names } = runner;

async function run(id: string, send: Send): Promise<Reply> {
  const { reply, problems } = await runner.run(id, send);
  expect(problems, id).toEqual([]);
  return reply;
}

/** The words of a text. */
const list = (text: string): readonly string[] => text.trim().split(/\s+/);

describe('a server in open mode answers', () => {
  let open: OpenExamples;
  beforeAll(async () => {
    open = await startOpenExamples();
  });
  afterAll(() => open.close());
  const runOpen = (id: string): Promise<Reply> => run(id, open.send);

  it('the examples that add a repository', async () => {
    names.set('github_pat_of_ann', 'good');
    await runOpen('storeToken');
    await runOpen('listTokens');
    names.set('https://github.com', open.github.url);
    await runOpen('previewSource');
    await addEarlierVersion(open);
    const id = readField(await runOpen('addRepository'), 'id');
    names.set('harbour-id', id);
    await waitUntilReady(open.journey.client, id);
    await addOthers(runner, open);
  });

  it.each(
    list(`
    watchRepository getRepository listRepositories getCrawlReport changeVisibility
    listVersions getVersion compareVersions repairVersion listFiles readFile getCoverage
    findSymbols getOverview searchRepository searchRepositories grepRepository getContext
    queryGraph exportGraph getRepositoryMap goToDefinition listAll listCommits getCommit
    getCommitDiff getHistoryState findReasons listDiscussions getDiscussion listMissingHistory
    importCommits importLineHistory finishHistoryImport
  `),
  )('%s', async (id) => {
    await runOpen(id);
  });

  it('ask', async () => {
    names.set('turn-id', readField(await runOpen('ask'), 'id'));
  });

  it.each(
    list(`
    chat resumeChat listStarters getExample getConversation followTurn stopAnswer
    changeConversation checkConversation checkCitations getReceipt listReceiptKeys
    listConversations askLive searchLive rateAnswer listFeedback listVisitorQuestions getHealth listModels
  `),
  )('%s', async (id) => {
    await runOpen(id);
  });

  it('the examples of links and of a webhook', async () => {
    const reply = await runOpen('createShare');
    names.set('share-id', readField(reply, 'id'));
    names.set('share-token', readField(reply, 'url').split('/').at(-1));
    for (const id of ['listShares', 'getSharedConversation', 'revokeShare']) await runOpen(id);
    await run('receiveGitHubWebhook', sendDelivery(open.send));
  });

  it('the example of a refresh', async () => {
    await open.github.push('acme/harbour', { files: { 'src/tide.py': 'TIDE = 1\n' } });
    await waitUntilReady(open.journey.client, readField(await runOpen('refreshRepository'), 'id'));
  });

  it.each(['deleteVersion', 'deleteConversation', 'deleteRepository', 'deleteToken'])('%s', async (id) => {
    await runOpen(id);
  });
});

describe('a hosted server answers', () => {
  let hosted: HostedServer;
  let browser: HttpBrowser;
  beforeAll(async () => {
    hosted = await startHostedServer();
    browser = new HttpBrowser(hosted);
    names.set('https://wherefore.example', hosted.url);
  });
  afterAll(() => hosted.close());
  const runHosted = (id: string): Promise<Reply> => run(id, browser.sendRaw);
  const mailCount = (): number => hosted.mail.mails.length;
  const tokenOfMail = async (index: number): Promise<string | undefined> =>
    /[?#&]token=([^&]+)/.exec(linkOf(await browser.mail(index)))?.[1];

  it('the examples of a sign-up', async () => {
    await runHosted('listSignInMethods');
    await runHosted('signUp');
    await browser.mail(0);
    const count = mailCount();
    await runHosted('resendConfirmation');
    names.set('token-of-the-mail', await tokenOfMail(count));
    for (const id of ['confirmEmail', 'signInWithPassword', 'getSession', 'updateUser']) await runHosted(id);
  });

  it.each(['getViewer', 'savePreferences', 'getPreferences', 'getUsage', 'adoptConversations', 'getAccount'])(
    '%s',
    async (id) => {
      await runHosted(id);
    },
  );

  it('the examples of keys', async () => {
    const reply = await runHosted('createKey');
    names.set('key-id', readField({ body: isRecord(reply.body) ? reply.body['key'] : undefined }, 'id'));
    for (const id of ['listKeys', 'updateKey', 'rotateKey', 'getKeyUsage', 'revokeKey']) await runHosted(id);
  });

  it('the examples of sessions', async () => {
    const other = new HttpBrowser(hosted);
    const signedIn = await other.post('/v1/auth/sign-in/email', {
      email: 'ann@example.org',
      password: 'a long enough password',
    });
    names.set('token-of-a-session', signedIn.body?.['token']);
    for (const id of [
      'listSessions',
      'revokeSession',
      'revokeOtherSessions',
      'changePassword',
      'revokeSessions',
    ])
      await runHosted(id);
    const count = mailCount();
    await runHosted('requestCode');
    names.set('482913', /^(\d{6}) /.exec((await browser.mail(count)).subject)?.[1]);
    await runHosted('signInWithCode');
    await runHosted('signOut');
  });

  it('the examples of a new password', async () => {
    const count = mailCount();
    await runHosted('requestPasswordReset');
    names.set('token-of-the-mail', await tokenOfMail(count));
    await runHosted('resetPassword');
  });

  it('the examples of GitHub', async () => {
    const { body } = await runHosted('signInWithGitHub');
    const page = await fetch(readField({ body }, 'url'), { redirect: 'manual' });
    const { searchParams } = new URL(page.headers.get('location') ?? '');
    names.set('code-of-github', searchParams.get('code'));
    names.set('state-of-the-sign-in', searchParams.get('state'));
    await runHosted('returnFromGitHub');
  });

  it('deleteAccount', async () => {
    browser.cookies.clear();
    await browser.post('/v1/auth/sign-in/email', {
      email: 'ann@example.org',
      password: 'a new long password',
    });
    await runHosted('deleteAccount');
  });
});

it('a server with a failed indexing answers retryIndexing', async () => {
  const failed = await failIndexing();
  try {
    names.set('failed-id', failed.failedRepository.id);
    failed.restorePack();
    await run('retryIndexing', (method, path, { headers }) =>
      fetch(failed.server.url + path, { method, headers }),
    );
  } finally {
    await failed.close();
  }
});

it('sends the example of every operation', async () => {
  await runner.save();
  expect(operations.map(({ id }) => id).filter((id) => !runner.called.has(id))).toEqual([]);
});
