/** The files that will go along with the next question, and what was wrong with those that cannot. */
import type { AttachedFile } from '../../api.ts';
import { readAttachment, type HeldFile, type ReadableFile } from './read-attachment.ts';

export interface Attachments {
  readonly held: readonly HeldFile[];
  /** A sentence for each file of the last lot that was left out. */
  readonly problems: readonly string[];
  readonly add: (files: Iterable<ReadableFile>) => Promise<void>;
  readonly remove: (name: string) => void;
  /** What is held, which then is held no more. */
  readonly take: () => readonly AttachedFile[];
}

/** Sentences shown at most: a whole folder may have been dropped. */
const maxProblems = 5;

export function createAttachments(): Attachments {
  let held = $state.raw<readonly HeldFile[]>([]);
  let problems = $state.raw<readonly string[]>([]);
  return {
    get held() {
      return held;
    },
    get problems() {
      return problems;
    },
    async add(files) {
      problems = [];
      for (const file of files) {
        const read = await readAttachment(file, held).catch(() => `“${file.name}” could not be read.`);
        if (typeof read !== 'string') held = [...held, read];
        else if (problems.length < maxProblems) problems = [...problems, read];
      }
    },
    remove(name) {
      held = held.filter((one) => one.name !== name);
      problems = [];
    },
    take() {
      const files = held.map(({ name, text }) => ({ name, text }));
      held = [];
      problems = [];
      return files;
    },
  };
}
