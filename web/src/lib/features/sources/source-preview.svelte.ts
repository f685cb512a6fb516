/**
 * Loads a preview of the typed source. A request waits for a pause in typing and cancels the previous request. Text that cannot be a
 * source yet is not sent. Previews are cached while the page is open.
 */
import { api, type Problem, type SourcePreview } from '../../api.ts';
import { toAppProblem } from '../../to-problem.ts';
import { looksLikeSource } from './source-request.ts';

const debounceMs = 500;
const maxCachedPreviews = 50;

interface SourcePreviewState {
  /** The preview of the current text; undefined if there is none or it is not loaded yet. */
  readonly preview: SourcePreview | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** Loads the preview again. */
  readonly refresh: () => void;
}

/** Call it during component initialization. */
export function createSourcePreview(getText: () => string): SourcePreviewState {
  const cache = new Map<string, SourcePreview>();
  let preview = $state.raw<SourcePreview>();
  let problem = $state.raw<Problem>();
  let isLoading = $state(false);
  let attempt = $state(0);
  const text = $derived(getText().trim());

  async function load(source: string, signal: AbortSignal): Promise<void> {
    try {
      const loadedPreview = await api.previewSource(source, signal);
      if (signal.aborted) return;
      preview = loadedPreview;
      store(source, loadedPreview);
    } catch (thrown) {
      if (signal.aborted) return;
      problem = toAppProblem(thrown);
    }
    isLoading = false;
  }

  function store(source: string, loadedPreview: SourcePreview): void {
    const [oldest] = cache.keys();
    if (cache.size >= maxCachedPreviews && oldest !== undefined) cache.delete(oldest);
    cache.set(source, loadedPreview);
  }

  $effect(() => {
    const source = text;
    void attempt;
    // The effect must not read the state that it writes, or it would run forever.
    const cachedPreview = cache.get(source);
    const isNew = cachedPreview === undefined && looksLikeSource(source);
    preview = cachedPreview;
    problem = undefined;
    isLoading = isNew;
    if (!isNew) return;
    const controller = new AbortController();
    const timer = setTimeout(() => void load(source, controller.signal), debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });

  return {
    get preview() {
      return preview;
    },
    get problem() {
      return problem;
    },
    get isLoading() {
      return isLoading;
    },
    refresh: () => {
      cache.clear();
      attempt += 1;
    },
  };
}
