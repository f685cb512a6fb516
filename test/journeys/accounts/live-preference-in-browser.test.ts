/** A user who prefers the current state of repositories asks GitHub from a new chat and from the paste box, and can still ask the index. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HttpBrowser } from '../../support/accounts/http-browser.ts';
import { startHostedServer, type HostedServer } from '../../support/accounts/hosted-server.ts';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { commitAll } from '../../support/files/git.ts';
import { startGitHub, type GitHub } from '../../support/github/start-github.ts';

const folder = mkdtempSync(join(tmpdir(), 'wherefore-live-preference-'));
const gate = 'When is the lock gate opened?';
let github: GitHub;
let hosted: HostedServer;
let page: Page;

beforeAll(async () => {
  writeFileSync(
    join(folder, 'lock_gate.py'),
    'def open_lock_gate(level):\n    """Opens the lock gate once the levels are even."""\n    return drain(level)\n',
  );
  commitAll(folder);
  const repository = { owner: 'acme', name: 'harbour', folder, description: 'Computes the tide' };
  github = await startGitHub({ repositories: [repository], tokens: [], limits: { anonymous: 1_000 } });
  const hosts = [github.url, github.codeloadUrl].map((url) => new URL(url).host);
  hosted = await startHostedServer({ GITHUB_API_URL: github.url, LOOPBACK_HOSTS: hosts.join(',') });
  const context = await (
    await shareBrowser()
  ).newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  const person = new HttpBrowser(hosted);
  await person.signInWithCode('reader@example.org');
  const url = hosted.url.replace('http:', 'https:');
  const rest = { url, secure: true, httpOnly: true, sameSite: 'Lax' } as const;
  await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, ...rest })));
  page = await context.newPage();
});
afterAll(async () => {
  await page?.context().close();
  await hosted?.close();
  await github?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('asks GitHub first, and the index on request', async () => {
  await page.goto(`${hosted.url}/settings`);
  await page.getByLabel('Repositories from GitHub', { exact: true }).selectOption('live');
  await page.getByText('Saved.').waitFor();

  await page.goto(`${hosted.url}/#add`);
  const box = page.getByRole('textbox', { name: 'Ask a repository or documentation' });
  await box.fill('acme/harbour');
  const askLive = page.getByRole('button', { name: 'Ask without indexing' });
  await askLive.waitFor();
  expect(await askLive.getAttribute('class')).toContain('primary');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Ask a question' }).click({ timeout: 60_000 });

  await page.getByText('Asks GitHub for the current state').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  const question = page.getByRole('textbox', { name: 'Question about acme/harbour' });
  await question.fill(gate);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ask acme/harbour on GitHub' }).waitFor();
  const answer = page.getByRole('article', { name: 'Answer 1' });
  await answer.locator('[data-claim][data-state="verified"]').first().waitFor();
  expect(await page.getByRole('button', { name: 'Index the repository' }).count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close live questions' }).click();

  await page.getByRole('button', { name: 'Ask the index instead' }).click();
  expect(await page.getByText('Asks GitHub for the current state').count()).toBe(0);
  await question.fill(gate);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/r/*/c/*');
  await page.locator('[data-turn="1"][data-phase="done"]').waitFor();

  await page.goto(`${hosted.url}/dashboard`);
  const total = page.locator('dl.totals > div', { hasText: 'Questions in total' });
  await total.getByText('2', { exact: true }).waitFor();
});
