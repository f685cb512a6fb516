/**
 * The kinds of token the app colours, and the theme that tells them from a grammar's scopes. Each kind has a colour of
 * its own as a mark only: the page's colours are in `tokens.css`, so light and dark need no second pass.
 */
import type { ThemeRegistrationRaw } from 'shiki/core';

/** A token's kind is its place in this list; the names are the classes `tok-<kind>`. */
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

/** Later rules win, as in every TextMate theme, but a longer scope wins first. */
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
    { settings: { foreground: colourOf('plain'), background: '#ffffff' } },
    ...scopes.map(([kind, scope]) => ({ scope: [...scope], settings: { foreground: colourOf(kind) } })),
  ],
};

/** The place of a colour the theme gave; anything else is plain. */
export function kindOfColour(colour: string | undefined): number {
  const kind = colour === undefined ? 0 : Number.parseInt(colour.slice(1, 7), 16) - 1;
  return kind > 0 && kind < tokenKinds.length ? kind : 0;
}

function colourOf(kind: TokenKind): string {
  return `#${(tokenKinds.indexOf(kind) + 1).toString(16).padStart(6, '0')}`;
}
