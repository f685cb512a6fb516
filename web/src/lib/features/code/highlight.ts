/**
 * The page's side of highlighting: one worker, started when first needed, and any number of texts at work. Lines come
 * back in order; a text that is no longer shown is given up. Without a worker everything stays plain.
 */
import type { HighlightReply, HighlightRequest } from './highlight-messages.ts';
import type { PackedLine } from './line-spans.ts';

type OnLines = (firstLine: number, lines: readonly PackedLine[]) => void;

const waiting = new Map<number, OnLines>();
let worker: Worker | undefined;
let lastId = 0;

/** Highlights a text, calling back with some lines at a time. Returns the function that gives it up. */
export function highlight(
  source: { readonly language: string; readonly text: string },
  onLines: OnLines,
): () => void {
  const id = ++lastId;
  waiting.set(id, onLines);
  send({ type: 'highlight', id, ...source });
  return () => {
    if (waiting.delete(id)) send({ type: 'give-up', id });
  };
}

function send(request: HighlightRequest): void {
  worker ??= start();
  worker.postMessage(request, { transfer: [] });
}

function start(): Worker {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', (event: MessageEvent<HighlightReply>) => {
    const { id, firstLine, lines, done } = event.data;
    if (done) waiting.delete(id);
    else waiting.get(id)?.(firstLine, lines);
  });
  return started;
}
