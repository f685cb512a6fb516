/** Parses and formats node ids: `12` is the row of a file, `12.3` a definition in that file, `package:react` an external package. */

import type { NodeId } from '../../../core/code/edge.ts';

type NodeKey =
  /** `symbol` is the ordinal of the definition, -1 for the file itself. */
  | { readonly file: number; readonly symbol: number }
  | { readonly file?: undefined; readonly package: string };

const packagePrefix = 'package:';

/** @returns undefined when the text is not a node id */
export function parseNodeId(id: NodeId): NodeKey | undefined {
  if (id.startsWith(packagePrefix)) return { package: id.slice(packagePrefix.length) };
  const [, file, symbol] = /^(\d{1,15})(?:\.(\d{1,9}))?$/.exec(id) ?? [];
  if (file === undefined) return undefined;
  return { file: Number(file), symbol: symbol === undefined ? -1 : Number(symbol) };
}

export function formatNodeId(file: number, symbol: number): NodeId {
  return symbol < 0 ? String(file) : `${file}.${symbol}`;
}

export function formatPackageId(name: string): NodeId {
  return `${packagePrefix}${name}`;
}

/** Statement parameters for a set of ids: files and definitions as [file, ordinal], packages by name. */
export function nodeParameters(ids: readonly NodeId[]): {
  readonly nodes: string;
  readonly packages: string;
} {
  const keys = [...new Set(ids)].flatMap((id) => parseNodeId(id) ?? []);
  return {
    nodes: JSON.stringify(keys.flatMap((key) => (key.file === undefined ? [] : [[key.file, key.symbol]]))),
    packages: JSON.stringify(keys.flatMap((key) => (key.file === undefined ? [key.package] : []))),
  };
}
