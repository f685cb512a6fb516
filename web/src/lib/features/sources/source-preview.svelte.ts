/**
 * What the text in the box is, looked at while it is typed: after a pause, never for what can be no address yet, and one look at a
 * time, the one before ended. What was seen is remembered for the page, so that going back asks nobody again.
 */
import { api, type Problem, type SourcePreview } from '../../api.ts';
import { problemFrom } from '../search/problem-from.ts';
import { couldBeSource } from './could-be-source.ts';

const pauseMs = 500;
/** Looks remembered; the oldest goes first. */
const maxRemembered = 50;

interface SourceLook {
  /** Of the text as it is now; undefined while that is not known. */
  readonly preview: SourcePreview | undefined;
  readonly problem: Problem | undefined;
  readonly isLooking: boolean;
  /** Looks again, at what may have changed meanwhile. */
  readonly again: () => void;
}

/** Call it while a component is set up. */
export function createSourcePreview(typed: () => string): SourceLook {
  const seen = new Map<string, SourcePreview>();
  let preview = $state.raw<SourcePreview>();
  let problem = $state.raw<Problem>();
  let isLooking = $state(false);
  let looks = $state(0);
  const text = $derived(typed().trim());

  async function look(source: string, signal: AbortSignal): Promise<void> {
    try {
      const found = await api.previewSource(source, signal);
      if (signal.aborted) return;
      preview = found;
      remember(source, found);
    } catch (thrown) {
      if (signal.aborted) return;
      problem = problemFrom(thrown);
    }
    isLooking = false;
  }

  function remember(source: string, found: SourcePreview): void {
    const [oldest] = seen.keys();
    if (seen.size >= maxRemembered && oldest !== undefined) seen.delete(oldest);
    seen.set(source, found);
  }

  $effect(() => {
    const source = text;
    void looks;
    // Nothing that is written here is read here: it would look again and again.
    const known = seen.get(source);
    const isNew = known === undefined && couldBeSource(source);
    preview = known;
    problem = undefined;
    isLooking = isNew;
    if (!isNew) return;
    const controller = new AbortController();
    const timer = setTimeout(() => void look(source, controller.signal), pauseMs);
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
    get isLooking() {
      return isLooking;
    },
    again: () => {
      seen.clear();
      looks += 1;
    },
  };
}
