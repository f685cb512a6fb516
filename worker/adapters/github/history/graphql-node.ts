/** Reads fields of GraphQL responses. GitHub may return null for any field; the readers then return an empty value or undefined. */

export interface GraphNode {
  /** Empty when missing. */
  text(name: string): string;
  number(name: string): number | undefined;
  flag(name: string): boolean;
  /** Milliseconds since 1970; undefined when the field is not a time. */
  time(name: string): number | undefined;
  node(name: string): GraphNode | undefined;
  /** The non-null items of a list field. */
  list(name: string): readonly GraphNode[];
  /** The non-null nodes of a connection. */
  nodes(name: string): readonly GraphNode[];
  /** Whether a list field is present, even if empty. */
  hasList(name: string): boolean;
  /** Whether a connection has a list of nodes, even if empty. */
  hasNodes(name: string): boolean;
  /** The number of null items in a list field. */
  countNulls(name: string): number;
}

export function graphNode(data: unknown): GraphNode | undefined {
  if (!isRecord(data)) return undefined;
  const readNodes = (name: string): unknown => {
    const connection = data[name];
    return isRecord(connection) ? connection['nodes'] : undefined;
  };
  const toGraphNodes = (value: unknown): readonly GraphNode[] =>
    toList(value).flatMap((item) => graphNode(item) ?? []);
  return {
    text(name) {
      const value = data[name];
      return typeof value === 'string' ? value : '';
    },
    number(name) {
      const value = data[name];
      return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
    },
    flag: (name) => data[name] === true,
    time(name) {
      const value = data[name];
      const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN;
      return Number.isFinite(milliseconds) ? milliseconds : undefined;
    },
    node: (name) => graphNode(data[name]),
    list: (name) => toGraphNodes(data[name]),
    nodes: (name) => toGraphNodes(readNodes(name)),
    hasList: (name) => Array.isArray(data[name]),
    hasNodes: (name) => Array.isArray(readNodes(name)),
    countNulls: (name) => toList(data[name]).filter((item) => item === null).length,
  };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
