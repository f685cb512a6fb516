/** The theme that maps a grammar's scopes to the kinds of token. The theme's colors only encode the kind. */
import type { ThemeRegistrationRaw } from 'shiki/core';
import { tokenKinds, type TokenKind } from './token-kinds.ts';

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

function encodeTokenKind(kind: TokenKind): string {
  return `#${(tokenKinds.indexOf(kind) + 1).toString(16).padStart(6, '0')}`;
}
