/**
 * Highlights texts with a shared web worker, which starts when first needed. Reading a packed line is reactive: a line is rendered plain
 * first, and again when its colors arrive. Without a worker everything stays plain.
 */
import type { PackedLine } from './line-spans.ts';
import type { HighlightReply, HighlightRequest } from './highlight-worker.ts';

export interface Highlighting {
  /** The highlighting of a zero-based line; undefined while the line is plain. */
  readonly readLine: (line: number) => PackedLine | undefined;
}

/** Call it during component initialization. It follows `source` and stops with the component. */
export function createHighlighting(
  source: () => { readonly language: string; readonly text: string },
): Highlighting {
  // The array is filled in place and only the count is reactive, so that 20,000 lines do not become 20,000 signals.
  let lines: PackedLine[] = [];
  let lineCount = $state(0);
  $effect(() => {
    lines = [];
    lineCount = 0;
    return highlight(source(), (firstLine, newLines) => {
      for (const [index, packedLine] of newLines.entries()) lines[firstLine + index] = packedLine;
      lineCount = firstLine + newLines.length;
    });
  });
  return { readLine: (line) => (line < lineCount ? lines[line] : undefined) };
}

type OnLines = (firstLine: number, lines: readonly PackedLine[]) => void;

/** The callbacks of unfinished texts, by the text's id. */
const callbacks = new Map<number, OnLines>();
let worker: Worker | undefined;
let lastId = 0;

/** Highlights a text in batches of lines, in order. @returns a function that cancels the text */
function highlight(
  source: { readonly language: string; readonly text: string },
  onLines: OnLines,
): () => void {
  const id = ++lastId;
  callbacks.set(id, onLines);
  send({ type: 'highlight', id, ...source });
  return () => {
    if (callbacks.delete(id)) send({ type: 'cancel', id });
  };
}

function send(request: HighlightRequest): void {
  worker ??= startWorker();
  worker.postMessage(request, { transfer: [] });
}

function startWorker(): Worker {
  const newWorker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
  newWorker.addEventListener('message', (event: MessageEvent<HighlightReply>) => {
    const { id, firstLine, lines, isFinal } = event.data;
    if (isFinal) callbacks.delete(id);
    else callbacks.get(id)?.(firstLine, lines);
  });
  return newWorker;
}
