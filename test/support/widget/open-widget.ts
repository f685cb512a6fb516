/** A hosted server that has indexed a documentation site, and the site with the widget and a key of its owner. */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpBrowser } from '../accounts/http-browser.ts';
import { startHostedServer, type HostedServer } from '../accounts/hosted-server.ts';
import { startDocumentationSite, type DocumentationSite } from './documentation-site.ts';

export interface WidgetSite {
  readonly hosted: HostedServer;
  readonly site: DocumentationSite;
  readonly owner: HttpBrowser;
  readonly repository: string;
  /** Creates another key. */
  createKey(key: { readonly origins: readonly string[]; readonly questionsPerDay?: number }): Promise<string>;
  close(): Promise<void>;
}

const pollMs = 100;
const maxWaitMs = 60_000;

export async function openWidgetSite(vars: Readonly<Record<string, string>> = {}): Promise<WidgetSite> {
  const site = await startDocumentationSite();
  const hosts = [site.host, ...(vars['LOOPBACK_HOSTS'] ?? '').split(',')].filter((host) => host !== '');
  const hosted = await startHostedServer({ ...vars, LOOPBACK_HOSTS: hosts.join(',') });
  const owner = new HttpBrowser(hosted);
  await owner.signInWithCode('owner@example.org');
  const added = await owner.post('/v1/repositories', { source: `${site.url}2.1/` });
  const repository = String(added.body?.['id']);
  await waitUntilReady(owner, repository);
  await owner.send('PATCH', `/v1/repositories/${repository}`, { visibility: 'public' });
  const createKey: WidgetSite['createKey'] = async ({ origins, questionsPerDay = 1_000 }) => {
    const created = await owner.post('/v1/keys', {
      kind: 'publishable',
      name: 'Documentation',
      repositories: [repository],
      origins,
      limits: { questionsPerDay },
    });
    return String(created.body?.['secret']);
  };
  const key = await createKey({ origins: [site.origin] });
  Object.assign(site.settings, { server: hosted.url, repository, key });
  return {
    hosted,
    site,
    owner,
    repository,
    createKey,
    async close() {
      await hosted.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

async function waitUntilReady(owner: HttpBrowser, repository: string): Promise<void> {
  const endsAt = performance.now() + maxWaitMs;
  let status: unknown;
  while (performance.now() < endsAt) {
    const { body } = await owner.get(`/v1/repositories/${repository}`);
    status = body?.['status'];
    if (status === 'ready') return;
    if (status === 'failed') break;
    await sleep(pollMs);
  }
  throw new Error(`The repository ${repository} is ${String(status)} and not ready.`);
}

export interface WatchedPage {
  readonly page: Page;
  /** Directives that the page's policy had to enforce, with what they blocked. */
  readonly violations: readonly string[];
  /** Addresses of requests to the widget's server, in order. */
  readonly requests: readonly string[];
}

/** Opens a page on which locators reach into the widget, whose shadow root is closed. */
export async function openWatchedPage(
  browser: Browser,
  { hosted }: Pick<WidgetSite, 'hosted'>,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const [violations, requests]: [string[], string[]] = [[], []];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      (globalThis as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      ),
    );
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function attachOpen(init) {
      return attach.call(this, { ...init, mode: 'open' });
    };
  });
  page.on('request', (request) => {
    if (request.url().startsWith(hosted.url)) requests.push(request.url().slice(hosted.url.length));
  });
  return { page, violations, requests };
}
