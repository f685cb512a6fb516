/**
 * Navigates from a word in the code to its definition or its references. If the word has several definitions, the user chooses one. If it
 * has none, the page shows a message.
 */
import { api, createAbortableApi, type GraphAnswer } from '../../api.ts';
import type { FilePlace } from '../files/file-address.ts';
import { edgeTiers } from '../graph/data/edge-labels.ts';
import { createLatestQuery, type LatestQuery } from '../../latest-query.svelte.ts';
import {
  chooseNavigation,
  type Definition,
  type Offer,
  type WordOnLine,
  type Purpose,
  type WordInFile,
} from './choose-navigation.ts';
import { toAppProblem } from '../../to-problem.ts';

/** The definition whose references are shown. */
export interface Subject {
  /** The node id in the current snapshot. */
  readonly id: string;
  readonly name: string;
}

/** The selected word, and the outcome of following it. */
interface NavigationState {
  readonly word: WordOnLine | null;
  readonly offer: Offer | null;
  /** A sentence for the user; empty for none. */
  readonly message: string;
}

export interface CodeNavigation {
  readonly state: NavigationState;
  readonly subject: Subject | null;
  readonly references: LatestQuery<GraphAnswer>;
  /** Selects a word; null for none. */
  readonly choose: (word: WordOnLine | null) => void;
  /** Finds the definitions of a word and opens the only one, or offers them. */
  readonly follow: (word: WordOnLine, purpose: Purpose) => Promise<void>;
  /** The definitions that the selected word may refer to, most likely first. */
  readonly definitions: LatestQuery<readonly Definition[]>;
  /** Some references to the first of these definitions. */
  readonly preview: LatestQuery<GraphAnswer>;
  /** Offers names, for keyboard users. */
  readonly offerWords: (words: readonly WordOnLine[], purpose: Purpose) => void;
  /** Opens a definition or its references. */
  readonly open: (definition: Definition, purpose: Purpose) => void;
  readonly showReferences: (subject: Subject | null) => void;
}

const emptyState: NavigationState = { word: null, offer: null, message: '' };
/** The answer states whether there are more. */
const maxReferences = 1000;
/** The popover lists the first of them, and counts the others. */
const maxPreviewReferences = 100;

/** Call it during component initialization. */
export function createCodeNavigation(view: {
  readonly place: () => FilePlace;
  readonly path: () => string;
  readonly onopen: (path: string, line: number) => void;
}): CodeNavigation {
  let state = $state.raw<NavigationState>(emptyState);
  let subject = $state.raw<Subject | null>(null);
  const references = createReferences(
    () => (subject === null ? null : { id: subject.id, ...view.place() }),
    maxReferences,
  );
  const definitions = createDefinitions(() => toDefinitionRequest(state, view));
  const preview = createReferences(() => {
    const id = definitions.answer?.[0]?.id;
    return id === undefined ? null : { id, ...view.place() };
  }, maxPreviewReferences);

  function choose(word: WordOnLine | null): void {
    state = { ...emptyState, word };
  }

  async function follow(word: WordOnLine, purpose: Purpose): Promise<void> {
    choose(word);
    const wordInFile = { path: view.path(), ...word };
    try {
      const found = await findDefinitions(view.place(), wordInFile);
      if (state.word !== word) return;
      const next = chooseNavigation(found, wordInFile, purpose);
      if (next.kind === 'message') state = { ...state, message: next.message };
      else if (next.kind === 'open') open(next.definition, next.purpose);
      else state = { ...state, offer: next };
    } catch (thrown) {
      if (state.word === word) state = { ...state, message: toAppProblem(thrown).title };
    }
  }

  function open(definition: Definition, purpose: Purpose): void {
    choose(null);
    if (purpose === 'definition') view.onopen(definition.path, definition.nameLine);
    else subject = { id: definition.id, name: definition.symbol ?? definition.name };
  }

  return {
    get state() {
      return state;
    },
    get subject() {
      return subject;
    },
    references,
    definitions,
    preview,
    choose,
    follow,
    offerWords: (words, purpose) => (state = stateOfOffer(words, purpose)),
    open,
    showReferences: (next) => (subject = next),
  };
}

function stateOfOffer(words: readonly WordOnLine[], purpose: Purpose): NavigationState {
  return words.length === 0
    ? { ...emptyState, message: 'There are no names here.' }
    : { ...emptyState, offer: { kind: 'words', purpose, words } };
}

type DefinitionRequest = { readonly word: WordInFile } & FilePlace;

/** @returns null while no word is selected, or the user chooses from a list */
function toDefinitionRequest(
  { word, offer }: NavigationState,
  view: { readonly place: () => FilePlace; readonly path: () => string },
): DefinitionRequest | null {
  return word === null || offer !== null ? null : { ...view.place(), word: { path: view.path(), ...word } };
}

function createDefinitions(request: () => DefinitionRequest | null): LatestQuery<readonly Definition[]> {
  return createLatestQuery({
    request,
    load: ({ word, ...place }, signal) => findDefinitions(place, word, signal),
    debounceMs: 0,
  });
}

function createReferences(
  request: () => ({ readonly id: string } & FilePlace) | null,
  limit: number,
): LatestQuery<GraphAnswer> {
  return createLatestQuery({
    request,
    load: ({ repositoryId, version, id }, signal) =>
      createAbortableApi(signal).graph(repositoryId, 'references', {
        id,
        tiers: edgeTiers.join(','),
        text: 'true',
        limit,
        version,
      }),
    debounceMs: 0,
  });
}

/** Finds the definitions that a word may refer to, most likely first. */
export async function findDefinitions(
  { repositoryId, version }: FilePlace,
  { path, name, line }: WordInFile,
  signal?: AbortSignal,
): Promise<readonly Definition[]> {
  const client = signal === undefined ? api : createAbortableApi(signal);
  return (await client.definition(repositoryId, { path, line, name }, version)).definitions;
}
