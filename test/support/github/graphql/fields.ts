/** What resolvers return to the executor: plain objects whose members are values or functions of the field's arguments. */

import { GraphQLError, type GraphQLFieldResolver } from 'graphql';

export type Fields = Readonly<Record<string, unknown>> & { readonly __typename?: string };

export type Arguments = Readonly<Record<string, unknown>>;

/** An unsupported field is an error, never null, so that a test that requests it notices. */
export const resolveField: GraphQLFieldResolver<unknown, unknown> = (source, args, _context, info) => {
  const isHere = typeof source === 'object' && source !== null && info.fieldName in source;
  if (!isHere)
    throw new GraphQLError(`The GitHub on loopback does not tell ${info.parentType.name}.${info.fieldName}`);
  const member: unknown = Reflect.get(source, info.fieldName);
  return typeof member === 'function' ? Reflect.apply(member, source, [args]) : member;
};

export const readText = (args: Arguments, name: string): string | undefined => {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
};

export const numberAt = (args: Arguments, name: string): number | undefined => {
  const value = args[name];
  return typeof value === 'number' ? value : undefined;
};

export const readTexts = (args: Arguments, name: string): readonly string[] | undefined => {
  const value = args[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
};

/** An argument that is an object; empty by default. */
export const readObject = (args: Arguments, name: string): Arguments => {
  const value = args[name];
  return typeof value === 'object' && value !== null ? { ...value } : {};
};
