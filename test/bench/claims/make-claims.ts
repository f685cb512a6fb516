/** Makes the labeled set: up to a maximum of claims per kind, interleaved across repositories. */

import { movedKinds, trueKinds } from './true-claims.ts';
import { fabricatedKinds, limitKinds } from './fabricated-claims.ts';
import { fabricatedAdjacentKinds, trueAdjacentKinds } from './adjacent-claims.ts';
import { extractDefinitions, type DefinitionFacts } from './definition-facts.ts';
import {
  evidenceForDefinition,
  type ClaimCase,
  type ClaimMaterial,
  type MakeClaim,
  type Truth,
} from './claim-case.ts';
import type { SourceFile } from './source-files.ts';

const kinds: readonly (readonly [Truth, Readonly<Record<string, MakeClaim>>])[] = [
  ['true', { ...trueKinds, ...trueAdjacentKinds }],
  ['moved', movedKinds],
  ['fabricated', { ...fabricatedKinds, ...fabricatedAdjacentKinds }],
  ['limit', limitKinds],
];

/** Definitions that a claim may combine: those of the same file, and those of any repository that have comments. */
interface ClaimContext {
  readonly siblings: ReadonlyMap<SourceFile, readonly DefinitionFacts[]>;
  readonly documented: readonly DefinitionFacts[];
  readonly isDistinctive: (word: string) => boolean;
}

/** @param maxPerKind maximum number of claims of one kind */
export function makeClaims(files: readonly SourceFile[], maxPerKind: number): readonly ClaimCase[] {
  const found = interleaveRepositories(files.flatMap(extractDefinitions));
  const context = {
    siblings: groupByKey(found, ({ file }) => file),
    documented: found.filter(({ sentences }) => sentences.length > 0),
    isDistinctive: createDistinctiveTest(found),
  };
  return kinds.flatMap(([truth, made]) =>
    Object.entries(made).flatMap(([kind, make]) =>
      makeClaimsOfKind(found, context, { kind, truth, make, maxPerKind }),
    ),
  );
}

function makeClaimsOfKind(
  found: readonly DefinitionFacts[],
  context: ClaimContext,
  { kind, truth, make, maxPerKind }: { kind: string; truth: Truth; make: MakeClaim; maxPerKind: number },
): readonly ClaimCase[] {
  const cases: ClaimCase[] = [];
  for (const definition of found) {
    if (cases.length >= maxPerKind) break;
    const material = createMaterial(
      definition,
      context,
      `${kind} ${definition.file.repository} ${definition.file.path} ${definition.startLine}`,
    );
    if (material === undefined) continue;
    const evidence = [
      evidenceForDefinition('e1', definition),
      ...(material.sibling === definition ? [] : [evidenceForDefinition('e2', material.sibling)]),
      evidenceForDefinition('e3', material.unrelated),
    ];
    for (const made of make(material)) {
      const own = typeof made === 'string' ? [] : [made.evidence];
      cases.push({
        kind,
        truth,
        repository: definition.file.repository,
        path: definition.file.path,
        text: typeof made === 'string' ? made : made.text,
        evidence: new Map([...evidence, ...own].map((one) => [one.id, one])),
      });
    }
  }
  return cases;
}

function createMaterial(
  definition: DefinitionFacts,
  context: ClaimContext,
  seed: string,
): ClaimMaterial | undefined {
  const siblings = context.siblings.get(definition.file) ?? [];
  const sibling = siblings.find((one) => one !== definition) ?? definition;
  const inOrder = siblings.toSorted((a, b) => a.startLine - b.startLine);
  const position = inOrder.indexOf(definition);
  const seedHash = hashText(seed);
  const documentedCount = context.documented.length;
  const unrelated = Array.from(
    { length: Math.min(documentedCount, 200) },
    (_, step) => context.documented[(seedHash + step) % documentedCount],
  ).find((one) => one !== undefined && one.file.repository !== definition.file.repository);
  if (unrelated === undefined) return undefined;
  return {
    definition,
    sibling,
    neighbor: inOrder[position + 1] ?? inOrder[position - 1],
    unrelated,
    isDistinctive: context.isDistinctive,
    pick: (list) => list[seedHash % Math.max(1, list.length)],
  };
}

const maxRepositories = 2;

/** Groups items by key and keeps their order. */
export function groupByKey<T, K>(list: readonly T[], getKey: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const group = groups.get(getKey(one)) ?? [];
    groups.set(getKey(one), group);
    group.push(one);
  }
  return groups;
}

function createDistinctiveTest(found: readonly DefinitionFacts[]): (word: string) => boolean {
  const repositoriesByWord = new Map<string, Set<string>>();
  for (const { file, text } of found)
    for (const word of text.toLowerCase().match(/[a-z]{5,}/g) ?? []) {
      const repositories = repositoriesByWord.get(word) ?? new Set();
      repositoriesByWord.set(word, repositories.add(file.repository));
    }
  return (word) => (repositoriesByWord.get(word.toLowerCase())?.size ?? 0) <= maxRepositories;
}

/** Takes one definition of each repository, then the next of each, so that no repository dominates. */
function interleaveRepositories(found: readonly DefinitionFacts[]): readonly DefinitionFacts[] {
  const groups = groupByKey(found, ({ file }) => file.repository);
  const lists = [...groups.values()].map((list) =>
    list.toSorted(
      (a, b) => hashText(`${a.file.path} ${a.startLine}`) - hashText(`${b.file.path} ${b.startLine}`),
    ),
  );
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

/** 32-bit FNV-1a. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
