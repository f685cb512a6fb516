/** Makes the labeled set of claims for the benchmark: at most `maxPerKind` claims per kind, interleaved across repositories. */

import { fabricatedCodeKinds } from './fabricated-code-claims.ts';
import { fabricatedProseKinds } from './fabricated-prose-claims.ts';
import { movedKinds } from './moved-claims.ts';
import { meaningKinds } from './meaning-claims.ts';
import { trueKinds } from './true-claims.ts';
import { fabricatedAdjacentKinds, meaningAdjacentKinds, trueAdjacentKinds } from './adjacent-claims.ts';
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
  ['fabricated', { ...fabricatedCodeKinds, ...fabricatedProseKinds, ...fabricatedAdjacentKinds }],
  ['meaning', { ...meaningKinds, ...meaningAdjacentKinds }],
];

/** Other definitions that a claim may use: definitions in the same file, and definitions with comments in any repository. */
interface ClaimContext {
  readonly siblings: ReadonlyMap<SourceFile, readonly DefinitionFacts[]>;
  readonly documented: readonly DefinitionFacts[];
  readonly isDistinctive: (word: string) => boolean;
}

/** @param maxPerKind maximum number of claims of one kind */
export function makeClaims(files: readonly SourceFile[], maxPerKind: number): readonly ClaimCase[] {
  const definitions = interleaveRepositories(files.flatMap(extractDefinitions));
  const context = {
    siblings: groupByKey(definitions, ({ file }) => file),
    documented: definitions.filter(({ sentences }) => sentences.length > 0),
    isDistinctive: createDistinctiveTest(definitions),
  };
  return kinds.flatMap(([truth, makers]) =>
    Object.entries(makers).flatMap(([kind, make]) =>
      makeClaimsOfKind(definitions, context, { kind, truth, make, maxPerKind }),
    ),
  );
}

function makeClaimsOfKind(
  definitions: readonly DefinitionFacts[],
  context: ClaimContext,
  { kind, truth, make, maxPerKind }: { kind: string; truth: Truth; make: MakeClaim; maxPerKind: number },
): readonly ClaimCase[] {
  const cases: ClaimCase[] = [];
  for (const definition of definitions) {
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
    for (const claim of make(material)) {
      const ownEvidence = typeof claim === 'string' ? [] : [claim.evidence];
      cases.push({
        kind,
        truth,
        repository: definition.file.repository,
        path: definition.file.path,
        text: typeof claim === 'string' ? claim : claim.text,
        evidence: new Map([...evidence, ...ownEvidence].map((span) => [span.id, span])),
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
  const sibling = siblings.find((candidate) => candidate !== definition) ?? definition;
  const orderedSiblings = siblings.toSorted((a, b) => a.startLine - b.startLine);
  const position = orderedSiblings.indexOf(definition);
  const seedHash = hashText(seed);
  const documentedCount = context.documented.length;
  const unrelated = Array.from(
    { length: Math.min(documentedCount, 200) },
    (_, step) => context.documented[(seedHash + step) % documentedCount],
  ).find((candidate) => candidate !== undefined && candidate.file.repository !== definition.file.repository);
  if (unrelated === undefined) return undefined;
  return {
    definition,
    sibling,
    neighbor: orderedSiblings[position + 1] ?? orderedSiblings[position - 1],
    unrelated,
    isDistinctive: context.isDistinctive,
    pick: (list) => list[seedHash % Math.max(1, list.length)],
  };
}

const maxRepositoriesPerDistinctiveWord = 2;

/** Groups items by key and keeps their order. */
export function groupByKey<T, K>(list: readonly T[], getKey: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of list) {
    const group = groups.get(getKey(item)) ?? [];
    groups.set(getKey(item), group);
    group.push(item);
  }
  return groups;
}

function createDistinctiveTest(definitions: readonly DefinitionFacts[]): (word: string) => boolean {
  const repositoriesByWord = new Map<string, Set<string>>();
  for (const { file, text } of definitions)
    for (const word of text.toLowerCase().match(/[a-z]{5,}/g) ?? []) {
      const repositories = repositoriesByWord.get(word) ?? new Set();
      repositoriesByWord.set(word, repositories.add(file.repository));
    }
  return (word) =>
    (repositoriesByWord.get(word.toLowerCase())?.size ?? 0) <= maxRepositoriesPerDistinctiveWord;
}

/** Takes one definition of each repository, then the next one of each, so that no repository dominates. */
function interleaveRepositories(definitions: readonly DefinitionFacts[]): readonly DefinitionFacts[] {
  const groups = groupByKey(definitions, ({ file }) => file.repository);
  const lists = [...groups.values()].map((list) =>
    list.toSorted(
      (a, b) => hashText(`${a.file.path} ${a.startLine}`) - hashText(`${b.file.path} ${b.startLine}`),
    ),
  );
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, position) =>
    lists.flatMap((list) => list[position] ?? []),
  ).flat();
}

/** Computes the 32-bit FNV-1a hash of the UTF-16 code units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
