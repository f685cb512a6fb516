/** The expected results for the Rust fixture: impl blocks, traits, attributes, macros, nested modules. */
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
  references: `
    81 implements Lexer.Source
    101 implements Token.fmt.Display
    15 type ParseError < Result
    15 type std.result.Result < Result
    18 decorator derive < Token
    18 decorator Debug < Token
    18 decorator Clone < Token
    18 decorator PartialEq < Token
    20 type Kind < Token.kind
    24 decorator derive < Kind
    24 decorator Debug < Kind
    24 decorator Clone < Kind
    24 decorator PartialEq < Kind
    27 type String < Kind.Name
    35 type Result < Source.next_token
    35 type Option < Source.next_token
    35 type Token < Source.next_token
    38 type Result < Source.drain
    40 call self.next_token < Source.drain
    40 call self.next_token().is_some < Source.drain
    43 call Ok < Source.drain
    47 type Iterator < Lexer
    47 type Item < Lexer
    48 type Peekable < Lexer.chars
    49 type Map < Lexer.names
    53 type Lexer
    55 type Iterator
    55 type Item
    58 decorator must_use < Lexer.new
    59 type I < Lexer.new
    59 type Self < Lexer.new
    60 call Lexer < Lexer.new
    60 call chars.peekable < Lexer.new
    60 call Map.new < Lexer.new
    63 type Option < Lexer.bump
    65 call self.chars.next < Lexer.bump
    68 type Result < Lexer.number
    68 type Kind < Lexer.number
    69 call String.new < Lexer.number
    70 value Some < Lexer.number
    70 call self.chars.peek < Lexer.number
    71 call c.is_ascii_digit < Lexer.number
    71 call digits.len < Lexer.number
    71 value MAX_DIGITS < Lexer.number
    72 call digits.push < Lexer.number
    72 call self.bump < Lexer.number
    72 call self.bump().unwrap < Lexer.number
    77 call digits.parse < Lexer.number
    77 call digits.parse().map < Lexer.number
    77 value Kind.Number < Lexer.number
    77 call digits.parse().map().map_err < Lexer.number
    77 call ParseError.Number < Lexer.number
    77 value self.position < Lexer.number
    81 type Iterator
    81 type Item
    81 type Lexer
    84 type Result < Lexer.next_token
    84 type Option < Lexer.next_token
    84 type Token < Lexer.next_token
    87 call self.chars.peek < Lexer.next_token
    88 value None < Lexer.next_token
    88 call Ok < Lexer.next_token
    88 value None < Lexer.next_token
    89 value Some < Lexer.next_token
    89 call c.is_whitespace < Lexer.next_token
    90 call self.bump < Lexer.next_token
    93 value Some < Lexer.next_token
    93 call self.number < Lexer.next_token
    94 value Some < Lexer.next_token
    94 call Kind.Operator < Lexer.next_token
    94 call self.bump < Lexer.next_token
    94 call self.bump().unwrap < Lexer.next_token
    96 call Ok < Lexer.next_token
    96 call Some < Lexer.next_token
    96 call Token < Lexer.next_token
    101 type Token
    102 type fmt.Formatter < Token.fmt
    102 type fmt.Result < Token.fmt
    103 call write < Token.fmt
    108 decorator macro_export < names
    111 call BTreeMap.new < names
    120 call super.KEYWORDS.contains < words.is_keyword
    126 decorator cfg < tests
    130 decorator test < tests.reads_a_number
    132 call Lexer.new < tests.reads_a_number
    132 call ?.chars < tests.reads_a_number
    133 call assert_eq < tests.reads_a_number
    133 call lexer.next_token < tests.reads_a_number
    133 call lexer.next_token().unwrap < tests.reads_a_number
    133 call lexer.next_token().unwrap < tests.reads_a_number
    133 call Kind.Number < tests.reads_a_number
  `,
  outline: `
    3 import std.collections.BTreeMap: * as BTreeMap
    3 import std.collections.HashMap: * as Map
    4 import std.fmt: * as fmt
    4 import std.fmt.Display: * as Display
    5 import std.iter.Peekable: * as Peekable
    7 import crate.error.ParseError: * as ParseError
    8 import super: *
    128 import super: *
    field Token.kind: Kind
    field Token.start: usize
    field Lexer.chars: Peekable
    field Lexer.names: Map
    field Lexer.position: usize
    field -.MAX_DIGITS: usize
    field -.NAME: str
    returns Source.next_token: Token
    returns Source.drain: usize
    returns Lexer.new: Self
    returns Lexer.bump: char
    returns Lexer.number: Kind
    returns Lexer.next_token: Token
    returns Token.fmt: fmt.Result
    returns words.is_keyword: bool
    typed Lexer.new chars: I
    typed Lexer.number digits: String.new()
    typed Lexer.number c: self.chars.peek()
    typed Token.fmt f: fmt.Formatter
    typed words.is_keyword word: str
    typed tests.reads_a_number lexer: Lexer.new()
    locals Source.drain: count
    locals Lexer.new: chars
    locals Lexer.number: digits c
    locals Lexer.next_token: start kind c
    locals Token.fmt: f
    locals words.is_keyword: word
    locals tests.reads_a_number: lexer
  `,
  invalidSyntax: 'fn f( { let x = ; }\n\nimpl Good { fn kept(&self) {} }\n',
  intactDefinition: 'Good.kept',
};
