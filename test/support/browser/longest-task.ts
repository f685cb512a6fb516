/**
 * Measures the longest task of a page's main thread during an action, in milliseconds of processor time, so that a busy machine does not
 * make a page look slow. Processor time still grows when other programs evict the page's caches. So the action runs three times and the
 * shortest result counts: a real delay appears every time.
 */
import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const taskNames = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);

const times = 3;

export async function measureLongestTaskMs(
  browser: Browser,
  page: Page,
  run: () => Promise<void>,
): Promise<number> {
  const longest: number[] = [];
  for (let time = 0; time < times; time += 1) longest.push(await traceOnce(browser, page, run));
  return Math.min(...longest);
}

async function traceOnce(browser: Browser, page: Page, run: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await run();
  const traced: unknown = JSON.parse((await browser.stopTracing()).toString());
  const events = readEvents(traced);
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isMain = (event: TraceEvent): boolean =>
    mains.some(({ pid, tid }) => pid === event.pid && tid === event.tid);
  const tasks = events.filter((event) => taskNames.has(event.name) && isMain(event));
  if (tasks.length === 0) throw new Error('The trace contains no task of the page.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

function readEvents(traced: unknown): readonly TraceEvent[] {
  const isTrace = typeof traced === 'object' && traced !== null && 'traceEvents' in traced;
  return isTrace ? (traced.traceEvents as readonly TraceEvent[]) : [];
}
