/**
 * From a word of the code to where it is defined and to what refers to it. A word that leads to one definition goes there; one
 * that could mean several offers them; where nothing tells, that is said.
 */
import { api, createAbortableApi, type GraphAnswer } from '../../api.ts';
import { wordsOf } from '../code/word-at.ts';
import type { FilePlace } from '../files/file-address.ts';
import { edgeTiers } from '../graph/edge-words.ts';
import { createLatest, type Latest } from '../search/latest.svelte.ts';
import {
  nextStep,
  type Definition,
  type Offer,
  type PlacedWord,
  type Purpose,
  type WordPlace,
} from './next-step.ts';
import { problemFrom } from '../search/problem-from.ts';

/** What references are asked for. */
export interface Subject {
  /** The node's id in the snapshot shown. */
  readonly id: string;
  readonly name: string;
}

/** The word one is at, and what came of following it. */
export interface Chosen {
  readonly word: PlacedWord | null;
  readonly offer: Offer | null;
  /** For people. */
  readonly said: string;
}

export interface CodeNavigation {
  readonly now: Chosen;
  readonly subject: Subject | null;
  readonly references: Latest<GraphAnswer>;
  readonly choose: (word: PlacedWord | null) => void;
  readonly follow: (word: PlacedWord, purpose: Purpose) => Promise<void>;
  /** Offers the names on a line, for who has no pointer. */
  readonly offerWords: (line: number, text: string, purpose: Purpose) => void;
  readonly take: (definition: Definition, purpose: Purpose) => void;
  readonly askReferences: (subject: Subject | null) => void;
}

const nothing: Chosen = { word: null, offer: null, said: '' };
/** As many places as the panel lists; the answer says when there are more. */
const maxReferences = 1000;
/** Names of one line that are offered. */
const maxWords = 40;

/** Call it while a component is set up. */
export function createCodeNavigation(of: {
  readonly place: () => FilePlace;
  readonly path: () => string;
  readonly onopen: (path: string, line: number) => void;
}): CodeNavigation {
  let now = $state.raw<Chosen>(nothing);
  let subject = $state.raw<Subject | null>(null);
  const references = createReferences(() => (subject === null ? null : { id: subject.id, ...of.place() }));

  function choose(chosen: PlacedWord | null): void {
    now = { ...nothing, word: chosen };
  }

  async function follow(wanted: PlacedWord, purpose: Purpose): Promise<void> {
    choose(wanted);
    const path = of.path();
    try {
      const step = nextStep(
        await findDefinitions(of.place(), { path, ...wanted }),
        { path, ...wanted },
        purpose,
      );
      if (now.word !== wanted) return;
      if (step.kind === 'said') now = { ...now, said: step.said };
      else if (step.kind === 'take') take(step.definition, step.purpose);
      else now = { ...now, offer: step };
    } catch (thrown) {
      if (now.word === wanted) now = { ...now, said: problemFrom(thrown).title };
    }
  }

  function take(definition: Definition, purpose: Purpose): void {
    choose(null);
    if (purpose === 'definition') of.onopen(definition.path, definition.nameLine);
    else subject = { id: definition.id, name: definition.symbol ?? definition.name };
  }

  return {
    get now() {
      return now;
    },
    get subject() {
      return subject;
    },
    references,
    choose,
    follow,
    offerWords(line, text, purpose) {
      const words = namesOn(line, text);
      now =
        words.length === 0
          ? { ...nothing, said: `Line ${line} names nothing.` }
          : { ...nothing, offer: { kind: 'words', purpose, words } };
    },
    take,
    askReferences: (asked) => (subject = asked),
  };
}

function createReferences(asked: () => ({ readonly id: string } & FilePlace) | null): Latest<GraphAnswer> {
  return createLatest({
    question: asked,
    ask: ({ repositoryId, version, id }, signal) =>
      createAbortableApi(signal).graph(repositoryId, 'references', {
        id,
        tiers: edgeTiers.join(','),
        text: 'true',
        limit: maxReferences,
        version,
      }),
    restMs: 0,
  });
}

function namesOn(line: number, text: string): readonly PlacedWord[] {
  return [...new Set(wordsOf(text, maxWords).map(({ name }) => name))].map((name) => ({ name, line }));
}

async function findDefinitions(
  { repositoryId, version }: FilePlace,
  { path, name, line }: WordPlace,
): Promise<readonly Definition[]> {
  return (await api.definition(repositoryId, { path, line, name }, version)).definitions;
}
