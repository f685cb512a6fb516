/**
 * The facts that independent tools report about a repository, one JSON record per line, in the same format for every language. Lines are 1-based,
 * paths relative to the repository. The scripts that write it (`truth-*`) share no code with the product.
 */

import { readFileSync } from 'node:fs';

/** The position of a definition's name. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

export interface DefinitionTruth extends Place {
  readonly record: 'definition';
  readonly kind:
    'function' | 'method' | 'class' | 'type' | 'variable' | 'property' | 'module' | 'macro' | 'variant';
  /** First line, including decorators. */
  readonly startLine: number;
  /** Inside a function. */
  readonly nested: boolean;
}

export interface CallTruth extends Place {
  readonly record: 'call';
  /** First line of the call; `line` and `name` are those of the called name. */
  readonly startLine: number;
  /** The definitions that it may call (several only for overloads); null if there is none, with the reason in `how`. */
  readonly to: readonly Place[] | null;
  /** `elsewhere`: not a definition of the repository. `unknown`: the tool cannot decide. Otherwise the method that resolved it. */
  readonly how: string;
  readonly form: string;
  /** The innermost function, method or class around it; null at the level of the file. */
  readonly caller: { readonly name: string; readonly line: number } | null;
  /** Definitions that also count as its caller, such as the decorated function of a decorator call. */
  readonly also: readonly { readonly name: string; readonly line: number }[];
}

export interface ImportTruth {
  readonly record: 'import';
  readonly path: string;
  readonly line: number;
  readonly target: string;
  /** False for files that are only loaded on the way (`a` of `from a import submodule`): correct if returned, not missed otherwise. */
  readonly required: boolean;
}

export interface AboutTruth {
  readonly record: 'about';
  readonly language: string;
  readonly files: number;
  readonly skipped: readonly string[];
  readonly tool: string;
}

export interface Truth {
  readonly about: AboutTruth;
  readonly definitions: readonly DefinitionTruth[];
  readonly calls: readonly CallTruth[];
  readonly imports: readonly ImportTruth[];
}

type TruthRecord = DefinitionTruth | CallTruth | ImportTruth | AboutTruth;

/** @throws Error if the file is incomplete */
export function readTruth(file: string): Truth {
  const lines = readFileSync(file, 'utf8').split('\n');
  const records = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TruthRecord);
  const about = records.find((record) => record.record === 'about');
  if (about === undefined) throw new Error(`${file} is incomplete.`);
  return {
    about,
    definitions: records.filter((record) => record.record === 'definition'),
    calls: records.filter((record) => record.record === 'call'),
    imports: records.filter((record) => record.record === 'import'),
  };
}

/** The truth without definitions, calls and imports in or to the given files. */
export function withoutFiles(truth: Truth, paths: ReadonlySet<string>): Truth {
  const isRetained = ({ path }: { readonly path: string }): boolean => !paths.has(path);
  return {
    about: truth.about,
    definitions: truth.definitions.filter(isRetained),
    calls: truth.calls.filter(isRetained).map((call) => {
      const isExcluded = call.to?.some((place) => paths.has(place.path)) === true;
      return isExcluded ? { ...call, to: null, how: 'elsewhere' } : call;
    }),
    imports: truth.imports.filter((one) => isRetained(one) && !paths.has(one.target)),
  };
}
