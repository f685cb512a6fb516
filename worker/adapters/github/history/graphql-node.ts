/** Fields of GraphQL answers: any of them may be null where GitHub failed to tell it, which then is empty or undefined here. */

export interface GraphNode {
  /** Empty where there is none. */
  text(name: string): string;
  number(name: string): number | undefined;
  flag(name: string): boolean;
  /** Milliseconds since 1970; undefined where it is no time. */
  time(name: string): number | undefined;
  node(name: string): GraphNode | undefined;
  /** The list of a field itself, without what is null. */
  list(name: string): readonly GraphNode[];
  /** The list of a connection. */
  nodes(name: string): readonly GraphNode[];
  /** Whether the list of a field itself was told, be it empty. */
  hasList(name: string): boolean;
  /** Whether the list of a connection was. */
  hasNodes(name: string): boolean;
  /** Of the list of a field itself, the places that are null. */
  gaps(name: string): number;
}

export function graphNode(data: unknown): GraphNode | undefined {
  if (!isRecord(data)) return undefined;
  const inner = (name: string): unknown => {
    const connection = data[name];
    return isRecord(connection) ? connection['nodes'] : undefined;
  };
  const read = (value: unknown): readonly GraphNode[] => listOf(value).flatMap((one) => graphNode(one) ?? []);
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
      const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
      return Number.isFinite(at) ? at : undefined;
    },
    node: (name) => graphNode(data[name]),
    list: (name) => read(data[name]),
    nodes: (name) => read(inner(name)),
    hasList: (name) => Array.isArray(data[name]),
    hasNodes: (name) => Array.isArray(inner(name)),
    gaps: (name) => listOf(data[name]).filter((one) => one === null).length,
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
