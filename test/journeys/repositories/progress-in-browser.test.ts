/**
 * In a browser, tests live progress, a lost connection, a retry after a failure, and the coverage with skipped files and masked secrets.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { packArchive } from '../../../clients/cli/source/pack-archive.ts';
import { libraryFiles, librarySource } from '../../bench/library-tree.ts';
import { startAppProxy } from '../../support/server/app-proxy.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { failIndexing, type FailedIndexing } from '../../support/server/fail-indexing.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

let journey: JourneyServer;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
/** Started before the other tests, since it mostly waits between attempts. */
let failedIndexing: Promise<FailedIndexing>;

beforeAll(async () => {
  // Small packs, so that progress has many steps.
  [journey, browser] = await Promise.all([startJourneyServer({ PACK_BYTES: '20000' }), shareBrowser()]);
  failedIndexing = failIndexing('acme/torn-in-browser');
  failedIndexing.catch(() => undefined);
});

afterAll(async () => {
  await journey?.close();
  await failedIndexing?.then(({ close }) => close());
});

async function visit(address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('main').waitFor();
  return page;
}

async function uploadLibrary(name: string, bytes: number): Promise<string> {
  const body = packArchive(librarySource('library', libraryFiles(bytes)), () => undefined);
  return (await journey.client.addRepository({ name }, { contentType: 'application/gzip', body })).id;
}

describe('an index job', () => {
  test('shows live progress until it is ready', async () => {
    const id = await uploadLibrary('library', 1_000_000);
    const page = await visit(`${journey.server.url}/r/${id}/status`);
    const bar = page.getByRole('progressbar', { name: 'Indexing' });
    await bar.waitFor();
    await page.getByText(/\d m?s elapsed/).waitFor();
    const percentages = new Set<number>();
    const counts = new Set<string>();
    const parse = page.getByRole('listitem').filter({ hasText: 'Parse and chunk files' });
    while (await bar.isVisible()) {
      percentages.add(
        await bar
          .evaluate((element) => (element instanceof HTMLProgressElement ? element.value : -1))
          .catch(() => -1),
      );
      counts.add(await parse.innerText());
      if (await page.getByText(/lines a second/).isVisible()) counts.add('rate');
    }
    await page.getByText('ready', { exact: true }).first().waitFor();
    percentages.delete(-1);
    const values = [...percentages];
    expect(values.length).toBeGreaterThan(2);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(counts).toContain('rate');
    expect([...counts].filter((text) => /\d+ of \d+/.test(text)).length).toBeGreaterThan(2);
    const repository = await journey.client.getRepository(id);
    await page.getByText(repository.counts.lines.toLocaleString('en'), { exact: true }).waitFor();
    expect(await parse.innerText()).toMatch(/(\d+) of \1 parts\n[\d.]+ m?s/);
  });

  test('reports a lost connection, and continues when it is restored', async () => {
    const proxy = await startAppProxy(journey.server.url);
    onTestFinished(() => proxy.close());
    const id = await uploadLibrary('torn', 200_000);
    // The page starts with the state of a running job, even if the job has already ended.
    const runningState = JSON.stringify({
      ...(await journey.client.getRepository(id)),
      status: 'indexing',
      stage: 'parse',
    });
    proxy.interruptAnswers([1]);
    proxy.answerWith((request, response) => {
      if (request.url === `/v1/repositories/${id}`) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(runningState);
        return true;
      }
      const isReconnect = proxy.requests.filter((line) => line.endsWith(`${id}/events`)).length > 1;
      if (!isReconnect || request.url?.endsWith('/events') !== true) return false;
      response.destroy();
      return true;
    });
    const page = await visit(`${proxy.url}/r/${id}/status`);
    const lost = page.getByRole('alert').filter({ hasText: /Connection lost at \d\d:\d\d:\d\d/ });
    await lost.waitFor();
    proxy.answerWith(undefined);
    await lost.waitFor({ state: 'detached' });
    await page.getByText('ready', { exact: true }).first().waitFor({ timeout: 60_000 });
  });

  test('that cannot be retried is reported on a retry', async () => {
    const { id } = await journey.index('whole', await packTree(smallRepository));
    const proxy = await startAppProxy(journey.server.url);
    onTestFinished(() => proxy.close());
    const failedView = {
      ...(await journey.client.getRepository(id)),
      status: 'failed',
      stage: 'parse',
      error: {
        code: 'attempts_spent',
        message: 'Part 3 of the parse stage failed.',
        fix: 'Retry it.',
        details: {},
        retryable: true,
        retryableUntil: null,
      },
    };
    proxy.answerWith((request, response) => {
      if (request.url !== `/v1/repositories/${id}`) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(failedView));
      return true;
    });
    const page = await visit(`${proxy.url}/r/${id}/status`);
    await page.getByRole('button', { name: 'Retry' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'There is no failed job to resume' });
    await refusal.getByText('The repository is ready').waitFor();
    await refusal.getByText('upload the repository again').waitFor();
    expect(await page.getByRole('button', { name: 'Retry' }).isEnabled()).toBe(true);
  });
});

describe('coverage', () => {
  test('lists skipped files by reason, and masked secrets', async () => {
    const dependencies = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [`node_modules/p${index}/index.js`, 'x\n']),
    );
    const { id } = await journey.index(
      'parcel',
      await packTree({ ...smallRepository, ...dependencies, 'logo.png': '\u0000PNG\u0000' }),
    );
    const coverage = await journey.client.coverage(id);
    const page = await visit(`${journey.server.url}/r/${id}/status`);
    const list = page.getByRole('list', { name: 'Skipped files' });
    await list.getByRole('listitem').first().waitFor();
    expect(await list.getByRole('listitem').first().getAttribute('aria-setsize')).toBe(
      String(coverage.skipped.length),
    );
    expect(await list.getByRole('listitem').count()).toBeLessThan(200);

    await page.getByRole('button', { name: 'Binary 1' }).click();
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('logo.png')]);
    await page.getByRole('button', { name: /^All/ }).click();
    await page.getByLabel('Filter by path or detail').fill('p599/');
    await page.getByText(`1 file of ${coverage.skipped.length}`).waitFor();

    const masked = page.getByRole('list', { name: 'Masked secrets' }).getByRole('link');
    expect(await masked.allInnerTexts()).toEqual(coverage.masked.map(({ path, line }) => `${path}:${line}`));
    expect(coverage.masked.length).toBeGreaterThan(1);
    await masked.last().click();
    const line = coverage.masked.at(-1)?.line ?? 0;
    await page.locator(`.selected[data-line="${line}"] mark.masked`).first().waitFor();
  });

  test('of an archive with nothing to index is displayed with the failure', async () => {
    const { id } = await journey.index('empty', await packTree({ 'logo.png': '\u0000PNG\u0000' }));
    const page = await visit(`${journey.server.url}/r/${id}/status`);
    const notice = page.getByRole('alert');
    await notice.getByText('There is nothing to index').waitFor();
    await notice.getByText(/logo\.png, Binary/).waitFor();
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  });
});

test('a failed index job is retried from where it stopped', async () => {
  const { client, failedRepository, restorePack, server } = await failedIndexing;
  const page = await visit(`${server.url}/r/${failedRepository.id}/status`);
  const notice = page.getByRole('alert').filter({ hasText: failedRepository.error?.message ?? '' });
  await notice.waitFor();
  await notice.getByText('it resumes where it stopped').waitFor();
  await notice.getByText('Finished parts are stored until').waitFor();
  const parse = page.getByRole('listitem').filter({ hasText: 'Parse and chunk files: failed' });
  const { done, total } = failedRepository.progress['parse'] ?? { done: 0, total: 0 };
  await parse.getByText(`${done} of ${total}`).waitFor();
  restorePack();
  await notice.getByRole('button', { name: 'Retry' }).click();
  await notice.waitFor({ state: 'detached' });
  expect(await page.locator('#progress-title').evaluate((title) => title === document.activeElement)).toBe(
    true,
  );
  await page.getByText('ready', { exact: true }).first().waitFor({ timeout: 60_000 });
  expect((await client.getRepository(failedRepository.id)).status).toBe('ready');
}, 300_000);
