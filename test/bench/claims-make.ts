/** The labelled set: so many claims of each kind, taken in turn from every repository. */

import { movedKinds, trueKinds } from './claims-true.ts';
import { fabricatedKinds, limitKinds } from './claims-fabricated.ts';
import { falseAmongOthers, trueAmongOthers } from './claims-neighbours.ts';
import { factsOf, type DefinitionFacts } from './claims-facts.ts';
import {
  spanOfFacts,
  type ClaimCase,
  type ClaimMaterial,
  type MakeClaim,
  type Truth,
} from './claims-case.ts';
import type { SourceFile } from './claims-sources.ts';

const kinds: readonly (readonly [Truth, Readonly<Record<string, MakeClaim>>])[] = [
  ['true', { ...trueKinds, ...trueAmongOthers }],
  ['moved', movedKinds],
  ['fabricated', { ...fabricatedKinds, ...falseAmongOthers }],
  ['limit', limitKinds],
];

/** Whom a claim is made with: of the same file, and of others that say something in prose. */
interface Neighbours {
  readonly siblings: ReadonlyMap<SourceFile, readonly DefinitionFacts[]>;
  readonly telling: readonly DefinitionFacts[];
  readonly isOfSubject: (word: string) => boolean;
}

/** @param mostOfKind claims of one kind */
export function makeClaims(files: readonly SourceFile[], mostOfKind: number): readonly ClaimCase[] {
  const found = inTurn(files.flatMap(factsOf));
  const within = {
    siblings: groupsOf(found, ({ file }) => file),
    telling: found.filter(({ sentences }) => sentences.length > 0),
    isOfSubject: subjectWords(found),
  };
  return kinds.flatMap(([truth, made]) =>
    Object.entries(made).flatMap(([kind, make]) => ofKind(found, within, { kind, truth, make, mostOfKind })),
  );
}

function ofKind(
  found: readonly DefinitionFacts[],
  within: Neighbours,
  { kind, truth, make, mostOfKind }: { kind: string; truth: Truth; make: MakeClaim; mostOfKind: number },
): readonly ClaimCase[] {
  const cases: ClaimCase[] = [];
  for (const it of found) {
    if (cases.length >= mostOfKind) break;
    const material = materialOf(it, within, `${kind} ${it.file.repository} ${it.file.path} ${it.startLine}`);
    if (material === undefined) continue;
    const evidence = [
      spanOfFacts('e1', it),
      ...(material.sibling === it ? [] : [spanOfFacts('e2', material.sibling)]),
      spanOfFacts('e3', material.stranger),
    ];
    for (const made of make(material)) {
      const own = typeof made === 'string' ? [] : [made.evidence];
      cases.push({
        kind,
        truth,
        repository: it.file.repository,
        path: it.file.path,
        text: typeof made === 'string' ? made : made.text,
        evidence: new Map([...evidence, ...own].map((one) => [one.id, one])),
      });
    }
  }
  return cases;
}

function materialOf(it: DefinitionFacts, within: Neighbours, seed: string): ClaimMaterial | undefined {
  const siblings = within.siblings.get(it.file) ?? [];
  const sibling = siblings.find((one) => one !== it) ?? it;
  const inOrder = siblings.toSorted((a, b) => a.startLine - b.startLine);
  const place = inOrder.indexOf(it);
  const number = hashOf(seed);
  const strangers = within.telling.length;
  const stranger = Array.from(
    { length: Math.min(strangers, 200) },
    (_, step) => within.telling[(number + step) % strangers],
  ).find((one) => one !== undefined && one.file.repository !== it.file.repository);
  if (stranger === undefined) return undefined;
  return {
    it,
    sibling,
    neighbour: inOrder[place + 1] ?? inOrder[place - 1],
    stranger,
    isOfSubject: within.isOfSubject,
    pick: (list) => list[number % Math.max(1, list.length)],
  };
}

const mostRepositories = 2;

/** Each in the order it comes. */
export function groupsOf<T, K>(list: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one)) ?? [];
    groups.set(keyOf(one), group);
    group.push(one);
  }
  return groups;
}

function subjectWords(found: readonly DefinitionFacts[]): (word: string) => boolean {
  const saidBy = new Map<string, Set<string>>();
  for (const { file, text } of found)
    for (const word of text.toLowerCase().match(/[a-z]{5,}/g) ?? []) {
      const repositories = saidBy.get(word) ?? new Set();
      saidBy.set(word, repositories.add(file.repository));
    }
  return (word) => (saidBy.get(word.toLowerCase())?.size ?? 0) <= mostRepositories;
}

/** One of each repository, then the next of each, so that none outweighs the others. */
function inTurn(found: readonly DefinitionFacts[]): readonly DefinitionFacts[] {
  const groups = groupsOf(found, ({ file }) => file.repository);
  const lists = [...groups.values()].map((list) =>
    list.toSorted(
      (a, b) => hashOf(`${a.file.path} ${a.startLine}`) - hashOf(`${b.file.path} ${b.startLine}`),
    ),
  );
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
