/**
 * Reads the truth about a repository: one JSON record per line, in the same format for every language. Lines are 1-based, and paths are relative to
 * the repository. The tools that write it (`truth-*`, `rust/`) share no code with the product.
 */

import { readFileSync } from 'node:fs';

/** The position of a definition's name. */
export interface NamePosition {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

export interface DefinitionTruth extends NamePosition {
  readonly record: 'definition';
  readonly kind:
    'function' | 'method' | 'class' | 'type' | 'variable' | 'property' | 'module' | 'macro' | 'variant';
  /** First line, including decorators. */
  readonly startLine: number;
  /** Whether the definition is inside a function. */
  readonly nested: boolean;
}

export interface CallTruth extends NamePosition {
  readonly record: 'call';
  /** First line of the call. `line` and `name` belong to the called name. */
  readonly startLine: number;
  /** The definitions that the call may target, several only for overloads. Null if there is none, with the reason in `how`. */
  readonly to: readonly NamePosition[] | null;
  /** `elsewhere`: not a definition of the repository. `unknown`: the tool cannot decide. Otherwise the method that resolved it. */
  readonly how: string;
  readonly form: string;
  /** The innermost function, method or class that contains the call; null at file level. */
  readonly caller: { readonly name: string; readonly line: number } | null;
  /** Definitions that also count as the caller, such as the decorated function of a decorator call. */
  readonly also: readonly { readonly name: string; readonly line: number }[];
}

export interface ImportTruth {
  readonly record: 'import';
  readonly path: string;
  readonly line: number;
  readonly target: string;
  /** False for files that are only loaded along the way (`a` of `from a import submodule`). They are correct if returned, and not missed otherwise. */
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

/** @throws Error if the file lacks its last record, `about` */
export function readTruth(file: string): Truth {
  const lines = readFileSync(file, 'utf8').split('\n');
  const records = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TruthRecord);
  const about = records.find((record) => record.record === 'about');
  if (about === undefined)
    throw new Error(`${file} is incomplete: it has no "about" record. Run the tool again.`);
  return {
    about,
    definitions: records.filter((record) => record.record === 'definition'),
    calls: records.filter((record) => record.record === 'call'),
    imports: records.filter((record) => record.record === 'import'),
  };
}

/** Removes definitions, calls and imports in the given files, imports of these files, and the targets of calls to them. */
export function removeFiles(truth: Truth, paths: ReadonlySet<string>): Truth {
  const isRetained = ({ path }: { readonly path: string }): boolean => !paths.has(path);
  return {
    about: truth.about,
    definitions: truth.definitions.filter(isRetained),
    calls: truth.calls.filter(isRetained).map((call) => {
      const isExcluded = call.to?.some((position) => paths.has(position.path)) === true;
      return isExcluded ? { ...call, to: null, how: 'elsewhere' } : call;
    }),
    imports: truth.imports.filter((record) => isRetained(record) && !paths.has(record.target)),
  };
}
