/**
 * Computes the maximum points and nodes of a document before it is executed, as described in
 * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api. Every connection must have a limit.
 */

import {
  getNamedType,
  getVariableValues,
  Kind,
  valueFromAST,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { refuse } from './refusals.ts';

export interface Weight {
  /** Points, at least one. */
  readonly cost: number;
  readonly nodes: number;
}

/** Maximum number of visited fields. A fragment counts at every spread, since nested fragments can expand exponentially. */
const maxFields = 20_000;
const maxPerConnection = 100;

export interface ValidatedDocument {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** @throws GraphQLError for a connection without a limit or with a limit that is too large, and for too many fields */
export function weighDocument({ schema, document, operation, variables }: ValidatedDocument): Weight {
  const fragments = collectFragments(document);
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variables).coerced ?? {};
  let requests = 0;
  let nodes = 0;
  let fields = 0;
  const walk = (selections: SelectionSetNode, type: GraphQLCompositeType, multiplier: number): void => {
    for (const selection of selections.selections) {
      fields += 1;
      if (fields > maxFields) throw refuse('MAX_NODE_LIMIT_EXCEEDED', 'This query asks for too many fields.');
      if (selection.kind !== Kind.FIELD) {
        const inner =
          selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
        const fragmentType =
          inner?.typeCondition === undefined ? type : schema.getType(inner.typeCondition.name.value);
        if (inner !== undefined && fragmentType !== undefined && isComposite(fragmentType))
          walk(inner.selectionSet, fragmentType, multiplier);
        continue;
      }
      const field = getField(type, selection.name.value);
      if (field === undefined || selection.selectionSet === undefined) continue;
      const next = getNamedType(field.type);
      if (!isComposite(next)) continue;
      const size = isConnection(field) ? readLimit(field, selection, coerced) : undefined;
      if (size !== undefined) {
        requests += multiplier;
        nodes += multiplier * size;
      }
      walk(selection.selectionSet, next, multiplier * (size ?? 1));
    }
  };
  const root = schema.getQueryType();
  if (root !== undefined && root !== null) walk(operation.selectionSet, root, 1);
  return { cost: Math.max(1, Math.round(requests / 100)), nodes };
}

function collectFragments(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [definition] : [],
  );
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

const isComposite = (type: unknown): type is GraphQLCompositeType =>
  typeof type === 'object' && type !== null && ('getFields' in type || 'getTypes' in type);

function getField(type: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> | undefined {
  return 'getFields' in type ? type.getFields()[name] : undefined;
}

const isConnection = (field: GraphQLField<unknown, unknown>): boolean =>
  field.args.some(({ name }) => name === 'first') && field.args.some(({ name }) => name === 'last');

function readLimit(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const readArgument = (name: string): unknown => {
    const [type] = field.args.filter((arg) => arg.name === name).map((arg) => arg.type);
    const value = node.arguments?.find((arg) => arg.name.value === name)?.value;
    return type === undefined || value === undefined
      ? undefined
      : valueFromAST(value, type, { ...variables });
  };
  const limits = [['first', readArgument('first')] as const, ['last', readArgument('last')] as const];
  const bound = limits.find(([, value]) => typeof value === 'number');
  const size = bound?.[1];
  if (bound === undefined || typeof size !== 'number')
    throw refuse(
      'MISSING_PAGINATION_BOUNDARIES',
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${field.name}\` connection.`,
    );
  if (size > maxPerConnection)
    throw refuse(
      'EXCESSIVE_PAGINATION',
      `Requesting ${size} records on the \`${field.name}\` connection exceeds the \`${bound[0]}\` limit of ${maxPerConnection} records.`,
    );
  return Math.max(0, size);
}
