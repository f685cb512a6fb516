/** Ids of nodes, read and made: `12` a file's row, `12.3` a definition in it, `package:react` a package outside. */

import type { NodeId } from '../../core/edge.ts';

type NodeKey =
  /** `symbol` is the ordinal, -1 for the file itself. */
  | { readonly file: number; readonly symbol: number }
  | { readonly file?: undefined; readonly package: string };

const packagePrefix = 'package:';

/** @returns undefined for what is no id. */
export function nodeKeyOf(id: NodeId): NodeKey | undefined {
  if (id.startsWith(packagePrefix)) return { package: id.slice(packagePrefix.length) };
  const [, file, symbol] = /^(\d{1,15})(?:\.(\d{1,9}))?$/.exec(id) ?? [];
  if (file === undefined) return undefined;
  return { file: Number(file), symbol: symbol === undefined ? -1 : Number(symbol) };
}

export function nodeIdOf(file: number, symbol: number): NodeId {
  return symbol < 0 ? String(file) : `${file}.${symbol}`;
}

export function packageIdOf(name: string): NodeId {
  return `${packagePrefix}${name}`;
}

/** Of a set of ids the parameters of a statement: files and definitions as [file, ordinal], packages by name. */
export function nodeParameters(ids: readonly NodeId[]): {
  readonly nodes: string;
  readonly packages: string;
} {
  const keys = [...new Set(ids)].flatMap((id) => nodeKeyOf(id) ?? []);
  return {
    nodes: JSON.stringify(keys.flatMap((key) => (key.file === undefined ? [] : [[key.file, key.symbol]]))),
    packages: JSON.stringify(keys.flatMap((key) => (key.file === undefined ? [key.package] : []))),
  };
}
