/**
 * Writes a type without the names that it is made of: `z.infer<typeof answerSchema>` becomes the object that the schema describes, so that
 * the declarations of a package need no schema library.
 */

import ts from 'typescript';

const maxDepth = 40;
const writtenByTypeScript =
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Never |
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Null;

/** @throws Error for a type that no JSON value has, such as a function, and for a type that contains itself */
export function expandType(checker: ts.TypeChecker, type: ts.Type, depth = 0): string {
  if (depth > maxDepth) throw new Error(`The type ${checker.typeToString(type)} contains itself.`);
  const expand = (inner: ts.Type): string => expandType(checker, inner, depth + 1);
  if ((type.flags & writtenByTypeScript) !== 0)
    return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  if (type.isUnion()) return expandUnion(type, expand);
  if (checker.isTupleType(type)) return expandTuple(checker, type, expand);
  if (checker.isArrayType(type)) return expandArray(checker, type, expand);
  if (type.getCallSignatures().length > 0)
    throw new Error(`The type ${checker.typeToString(type)} is a function.`);
  return expandObject(checker, type, expand);
}

type Expand = (type: ts.Type) => string;

/** TypeScript splits `boolean` into its two values. */
function expandUnion(union: ts.UnionType, expand: Expand): string {
  const members = union.types.map(expand);
  const hasBoth = members.includes('true') && members.includes('false');
  const others = members.filter((member) => !hasBoth || (member !== 'true' && member !== 'false'));
  return [...new Set(hasBoth ? [...others, 'boolean'] : others)].join(' | ');
}

function expandTuple(checker: ts.TypeChecker, type: ts.Type, expand: Expand): string {
  const reference = type as ts.TupleTypeReference;
  const members = checker.getTypeArguments(reference).map((member, index) => {
    const isRest = ((reference.target.elementFlags[index] ?? 0) & ts.ElementFlags.Rest) !== 0;
    return isRest ? `...(${expand(member)})[]` : expand(member);
  });
  return `${reference.target.readonly ? 'readonly ' : ''}[${members.join(', ')}]`;
}

function expandArray(checker: ts.TypeChecker, type: ts.Type, expand: Expand): string {
  const [member] = checker.getTypeArguments(type as ts.TypeReference);
  const isReadonly = type.symbol.name === 'ReadonlyArray';
  const text = member === undefined ? 'unknown' : expand(member);
  return `${isReadonly ? 'readonly ' : ''}${/^\w+$/.test(text) ? text : `(${text})`}[]`;
}

function expandObject(checker: ts.TypeChecker, type: ts.Type, expand: Expand): string {
  const indexes = checker
    .getIndexInfosOfType(type)
    .map((info) => `[key: ${expand(info.keyType)}]: ${expand(info.type)};`);
  const properties = checker.getPropertiesOfType(type).map((property) => {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const name = /^[A-Za-z_]\w*$/.test(property.name) ? property.name : JSON.stringify(property.name);
    return `${name}${isOptional ? '?' : ''}: ${expand(checker.getTypeOfSymbol(property))};`;
  });
  return `{ ${[...indexes, ...properties].join(' ')} }`;
}
