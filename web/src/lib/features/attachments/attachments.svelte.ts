/** The files to attach to the next question, and the reasons why other files were rejected. */
import type { AttachedFile } from '../../api.ts';
import { readAttachment, type PendingAttachment, type ReadableFile } from './read-attachment.ts';

export interface Attachments {
  readonly files: readonly PendingAttachment[];
  /** A sentence for each rejected file of the last selection. */
  readonly problems: readonly string[];
  readonly add: (files: Iterable<ReadableFile>) => Promise<void>;
  readonly remove: (name: string) => void;
  /** Returns the files and removes them from the list. */
  readonly take: () => readonly AttachedFile[];
}

/** Limits the list of reasons when a user drops a whole folder. */
const maxProblems = 5;

export function createAttachments(): Attachments {
  let files = $state.raw<readonly PendingAttachment[]>([]);
  let problems = $state.raw<readonly string[]>([]);
  return {
    get files() {
      return files;
    },
    get problems() {
      return problems;
    },
    async add(selected) {
      problems = [];
      for (const file of selected) {
        const result = await readAttachment(file, files).catch(() => `“${file.name}” could not be read.`);
        if (typeof result !== 'string') files = [...files, result];
        else if (problems.length < maxProblems) problems = [...problems, result];
      }
    },
    remove(name) {
      files = files.filter((file) => file.name !== name);
      problems = [];
    },
    take() {
      const taken = files.map(({ name, text }) => ({ name, text }));
      files = [];
      problems = [];
      return taken;
    },
  };
}
