/** Types and readers for resolvers. A resolver returns a plain object whose members are values, or functions of the field's arguments. */

import { GraphQLError, type GraphQLFieldResolver } from 'graphql';

export type Fields = Readonly<Record<string, unknown>> & { readonly __typename?: string };

export type Arguments = Readonly<Record<string, unknown>>;

/** Resolves a field. A field that is not implemented is an error, never null, so that a test that requests it fails. */
export const resolveField: GraphQLFieldResolver<unknown, unknown> = (source, args, _context, info) => {
  const isImplemented = typeof source === 'object' && source !== null && info.fieldName in source;
  if (!isImplemented)
    throw new GraphQLError(
      `The GitHub on loopback does not implement ${info.parentType.name}.${info.fieldName}`,
    );
  const member: unknown = Reflect.get(source, info.fieldName);
  return typeof member === 'function' ? Reflect.apply(member, source, [args]) : member;
};

export const readText = (args: Arguments, name: string): string | undefined => {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
};

export const readNumber = (args: Arguments, name: string): number | undefined => {
  const value = args[name];
  return typeof value === 'number' ? value : undefined;
};

export const readTexts = (args: Arguments, name: string): readonly string[] | undefined => {
  const value = args[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
};

/** Reads an argument that is an object; empty by default. */
export const readObject = (args: Arguments, name: string): Arguments => {
  const value = args[name];
  return typeof value === 'object' && value !== null ? { ...value } : {};
};
