/**
 * Defines the kinds of token that the app colors, and the theme that maps a grammar's scopes to them. The theme's colors only encode the kind. The
 * real colors are in `tokens.css`, so that light and dark themes need no second pass.
 */
import type { ThemeRegistrationRaw } from 'shiki/core';

/** A kind is encoded as its index. The CSS classes are `tok-<kind>`. */
export const tokenKinds = [
  'plain',
  'comment',
  'keyword',
  'string',
  'constant',
  'function',
  'type',
  'markup',
  'deleted',
] as const;

export type TokenKind = (typeof tokenKinds)[number];

/** As in every TextMate theme, the longest matching scope wins, then the last rule. */
const scopes: readonly (readonly [TokenKind, readonly string[]])[] = [
  ['string', ['string', 'markup.inline.raw', 'markup.fenced_code', 'markup.inserted', 'constant.character']],
  ['comment', ['comment', 'punctuation.definition.comment', 'string.quoted.docstring', 'markup.quote']],
  ['keyword', ['keyword', 'storage', 'variable.language', 'punctuation.definition.directive']],
  ['plain', ['keyword.operator', 'storage.type.function.arrow', 'punctuation', 'meta.template.expression']],
  ['keyword', ['keyword.operator.expression', 'keyword.operator.logical.python', 'keyword.operator.new']],
  ['constant', ['constant.numeric', 'constant.language', 'constant.other', 'variable.other.enummember']],
  [
    'function',
    [
      'entity.name.function',
      'support.function',
      'meta.function-call.generic',
      'entity.name.function.decorator',
    ],
  ],
  [
    'type',
    [
      'entity.name.type',
      'entity.name.class',
      'entity.other.inherited-class',
      'support.type',
      'support.class',
      'storage.type.java',
    ],
  ],
  ['type', ['entity.other.attribute-name', 'support.type.property-name', 'entity.name.namespace']],
  [
    'markup',
    [
      'entity.name.tag',
      'markup.heading',
      'entity.name.section',
      'markup.underline.link',
      'meta.preprocessor',
    ],
  ],
  ['markup', ['markup.bold', 'markup.italic', 'punctuation.definition.list']],
  ['deleted', ['markup.deleted', 'invalid']],
];

export const tokenTheme: ThemeRegistrationRaw = {
  name: 'token-kinds',
  type: 'light',
  settings: [
    { settings: { foreground: encodeTokenKind('plain'), background: '#ffffff' } },
    ...scopes.map(([kind, scope]) => ({
      scope: [...scope],
      settings: { foreground: encodeTokenKind(kind) },
    })),
  ],
};

/** The index of the kind that a theme color encodes; 0, which is plain, for any other color. */
export function decodeTokenKind(color: string | undefined): number {
  const kind = color === undefined ? 0 : Number.parseInt(color.slice(1, 7), 16) - 1;
  return kind > 0 && kind < tokenKinds.length ? kind : 0;
}

function encodeTokenKind(kind: TokenKind): string {
  return `#${(tokenKinds.indexOf(kind) + 1).toString(16).padStart(6, '0')}`;
}
