/**
 * What independent tools say of a repository, one JSON record a line, the same for every language. Lines are 1-based, paths
 * relative to the repository. The scripts that write it (`truth-*`) share no code with the product.
 */

import { readFileSync } from 'node:fs';

/** Where a definition's name stands. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

export interface DefinitionTruth extends Place {
  readonly record: 'definition';
  readonly kind:
    'function' | 'method' | 'class' | 'type' | 'variable' | 'property' | 'module' | 'macro' | 'variant';
  /** Where it begins, decorators included. */
  readonly startLine: number;
  /** Inside a function. */
  readonly nested: boolean;
}

export interface CallTruth extends Place {
  readonly record: 'call';
  /** Where the call begins; `line` and `name` are those of the name that is called. */
  readonly startLine: number;
  /** The definitions it may lead to (several only where one is overloaded); null where `how` says why. */
  readonly to: readonly Place[] | null;
  /** `elsewhere`: surely to no definition of the repository. `unknown`: the tool cannot tell. Otherwise by what it was found. */
  readonly how: string;
  readonly form: string;
  /** The innermost function, method or class around it; null at the level of the file. */
  readonly caller: { readonly name: string; readonly line: number } | null;
  /** Definitions that may as well count as its caller: the function a decorator stands on. */
  readonly also: readonly { readonly name: string; readonly line: number }[];
}

export interface ImportTruth {
  readonly record: 'import';
  readonly path: string;
  readonly line: number;
  readonly target: string;
  /** False for files that are loaded on the way (`a` of `from a import submodule`): right when told, not missed when not. */
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

/** @throws when the file was not written to its end. */
export function readTruth(file: string): Truth {
  const lines = readFileSync(file, 'utf8').split('\n');
  const records = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TruthRecord);
  const about = records.find((record) => record.record === 'about');
  if (about === undefined) throw new Error(`${file} is not whole.`);
  return {
    about,
    definitions: records.filter((record) => record.record === 'definition'),
    calls: records.filter((record) => record.record === 'call'),
    imports: records.filter((record) => record.record === 'import'),
  };
}

/** The truth without what lies in, leads to or comes from some files. */
export function withoutFiles(truth: Truth, paths: ReadonlySet<string>): Truth {
  const stays = ({ path }: { readonly path: string }): boolean => !paths.has(path);
  return {
    about: truth.about,
    definitions: truth.definitions.filter(stays),
    calls: truth.calls.filter(stays).map((call) => {
      const leftOut = call.to?.some((place) => paths.has(place.path)) === true;
      return leftOut ? { ...call, to: null, how: 'elsewhere' } : call;
    }),
    imports: truth.imports.filter((one) => stays(one) && !paths.has(one.target)),
  };
}
