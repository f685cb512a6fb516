/**
 * The longest task of a page's main thread while something is done, in milliseconds of work: time of the processor, not of the
 * clock, so that a busy machine makes no page seem slow. Even that grows where others crowd the caches: it is done a few times,
 * and the best counts; what holds a page up holds it up every time.
 */
import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of work. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const taskNames = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);

const times = 3;

export async function longestTaskMs(browser: Browser, page: Page, run: () => Promise<void>): Promise<number> {
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
  const events = eventsOf(traced);
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isMain = (event: TraceEvent): boolean =>
    mains.some(({ pid, tid }) => pid === event.pid && tid === event.tid);
  const tasks = events.filter((event) => taskNames.has(event.name) && isMain(event));
  if (tasks.length === 0) throw new Error('The trace holds no task of the page');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

function eventsOf(traced: unknown): readonly TraceEvent[] {
  const isTrace = typeof traced === 'object' && traced !== null && 'traceEvents' in traced;
  return isTrace ? (traced.traceEvents as readonly TraceEvent[]) : [];
}
