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

const runCount = 3;

export async function measureLongestTaskMs(
  browser: Browser,
  page: Page,
  run: () => Promise<void>,
): Promise<number> {
  const longestTasksMs: number[] = [];
  for (let time = 0; time < runCount; time += 1) longestTasksMs.push(await traceOnce(browser, page, run));
  return Math.min(...longestTasksMs);
}

async function traceOnce(browser: Browser, page: Page, run: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await run();
  const trace: unknown = JSON.parse((await browser.stopTracing()).toString());
  const events = readEvents(trace);
  const mainThreads = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const isOnMainThread = (event: TraceEvent): boolean =>
    mainThreads.some(({ pid, tid }) => pid === event.pid && tid === event.tid);
  const tasks = events.filter((event) => taskNames.has(event.name) && isOnMainThread(event));
  if (tasks.length === 0) throw new Error('The trace contains no task of the page.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

function readEvents(trace: unknown): readonly TraceEvent[] {
  const isTrace = typeof trace === 'object' && trace !== null && 'traceEvents' in trace;
  return isTrace ? (trace.traceEvents as readonly TraceEvent[]) : [];
}
