/** What a question names that the repository does not hold: written as code or as a path, it is not one word of many. */

import type { Question } from '../core/question.ts';
import { termsOf } from '../core/terms.ts';
import type { FileRow } from '../ports/chunk-store.ts';
import { filesAt } from '../retrieval/files-at.ts';
import type { Retrieved } from '../retrieval/retrieve-spans.ts';

/** `client/server` and `and/or` look like paths and are not; an extension or a second slash is meant. */
const surelyPath = /\.\w+$|\/.*\//;
/** `Node.js` and others that are called like files; one that is a file is found among them. */
const productName = /^[A-Z][a-z]+\.js$/;

/** Paths asked about that lead to no file or folder. */
export function unknownPaths(files: readonly FileRow[], question: Question): readonly string[] {
  return question.paths.filter(
    (path) => surelyPath.test(path) && !productName.test(path) && filesAt(files, path).length === 0,
  );
}

/** Names written as code that no definition answers to and that stand in no chunk. */
export function unknownNames(question: Question, retrieved: Retrieved): readonly string[] {
  const defined = new Set(
    retrieved.definitions.flatMap((symbol) => [
      symbol.name.toLowerCase(),
      symbol.qualifiedName.toLowerCase(),
    ]),
  );
  return question.identifiers.filter((name) => {
    const last = (name.split('.').at(-1) ?? name).toLowerCase();
    // `$request` stands in the index as `request`; a name too short to stand there is not known to be missing.
    const [form] = termsOf(last);
    return (
      !defined.has(name.toLowerCase()) &&
      !defined.has(last) &&
      form !== undefined &&
      !retrieved.heldForms.has(form)
    );
  });
}
