/** Rust: impl blocks, traits, attributes, macros, nested modules. */
import source from '../../../../fixtures/languages/rust.rs?raw';
import type { LanguageSpec } from './language-spec.ts';

export const rust: LanguageSpec = {
  source,
  symbols: `
    11-11 constant MAX_DIGITS +
    13-13 constant KEYWORDS
    15-15 type Result +
    18-22 struct Token +
    20-20 property Token.kind +
    21-21 property Token.start
    24-29 enum Kind +
    26-26 constant Kind.Number +
    27-27 constant Kind.Name +
    28-28 constant Kind.Operator +
    32-45 trait Source +
    33-33 constant Source.NAME +
    35-35 method Source.next_token +
    38-44 method Source.drain +
    47-51 struct Lexer +
    48-48 property Lexer.chars
    49-49 property Lexer.names
    50-50 property Lexer.position
    58-61 method Lexer.new +
    63-66 method Lexer.bump
    68-78 method Lexer.number +
    82-82 constant Lexer.NAME +
    84-98 method Lexer.next_token +
    102-104 method Token.fmt +
    108-115 macro names +
    117-124 module words +
    119-121 function words.is_keyword +
    123-123 struct words.Hidden
    126-135 module tests
    130-134 function tests.reads_a_number
  `,
  signatures: {
    'Lexer.new': '#[must_use] pub fn new(chars: I) -> Self',
    Token: '#[derive(Debug, Clone, PartialEq)] pub struct Token',
    'Token.fmt': "fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result",
    names: '#[macro_export] macro_rules! names {',
    Result: 'pub type Result<T, E = ParseError> = std::result::Result<T, E>;',
    Lexer: "pub struct Lexer<'a, I: Iterator<Item = char>>",
  },
  documentation: {
    Token: { lines: '17-17', text: 'One token with its place in the text.' },
    'Lexer.new': { lines: '57-57', text: 'Makes a lexer over `chars`.' },
    'words.is_keyword': { lines: '118-118', text: 'Says whether `word` is a keyword.' },
  },
  complexity: {
    'Source.drain': 3,
    'Lexer.number': 4,
    'Lexer.next_token': 6,
  },
  imports: [
    'std.collections.BTreeMap: BTreeMap',
    'std.collections.HashMap: Map',
    'std.fmt: fmt',
    'std.fmt.Display: Display',
    'std.iter.Peekable: Peekable',
    'crate.error.ParseError: ParseError',
    'super',
    'super',
  ],
  types:
    'T E ParseError Result Kind String Option Token I Iterator Item Peekable Map Lexer Self Source Display Formatter',
  broken: 'fn f( { let x = ; }\n\nimpl Good { fn kept(&self) {} }\n',
  survives: 'Good.kept',
};
