/** The expected results for the Ruby fixture: modules, singleton methods, operators, private sections. */
import source from '../../../../fixtures/languages/ruby.rb?raw';
import type { LanguageSpec } from './language-spec.ts';

export const ruby: LanguageSpec = {
  source,
  symbols: `
    7-96 module Ledger +
    8-8 constant Ledger.VERSION +
    10-10 class Ledger.Error +
    13-20 class Ledger.Unbalanced +
    14-14 property Ledger.Unbalanced.difference +
    16-19 method Ledger.Unbalanced.initialize +
    25-89 class Ledger.Account +
    28-28 constant Ledger.Account.LIMIT +
    30-30 property Ledger.Account.name +
    33-35 method Ledger.Account.open +
    38-40 method Ledger.Account.load +
    42-45 method Ledger.Account.initialize +
    48-56 method Ledger.Account.book +
    58-60 method Ledger.Account.balance +
    62-64 method Ledger.Account.<=> +
    66-68 method Ledger.Account.empty? +
    72-84 method Ledger.Account.archive!
    86-88 method Ledger.Account.carry
    92-95 method Ledger.check +
    98-100 function report +
  `,
  signatures: {
    'Ledger.Account.open': 'def open(name, **options)',
    'Ledger.Unbalanced': 'class Unbalanced < Error',
    'Ledger.Account.book': 'def book(amount, text = nil)',
    'Ledger.check': 'def self.check(left, right)',
  },
  documentation: {
    'Ledger.Account': {
      lines: '22-24',
      text: 'One account with its entries, newest last.\n\nAn account is opened once and never removed.',
    },
    'Ledger.Account.book': { lines: '47-47', text: 'Books an amount. A negative one is a debit.' },
  },
  complexity: {
    'Ledger.Account.book': 4,
    'Ledger.Account.empty?': 2,
    'Ledger.Account.archive!': 4,
    'Ledger.check': 2,
  },
  imports: ['json: Json JSON', './ledger/entry: Entry ENTRY'],
  types: 'StandardError Error Comparable JSON File Entry ArgumentError LIMIT Unbalanced',
  references: `
    10 extends StandardError < Ledger.Error
    13 extends Error < Ledger.Unbalanced
    26 implements Comparable < Ledger.Account
    3 call require
    4 call require_relative
    14 call attr_reader < Ledger.Unbalanced
    26 call include < Ledger.Account
    30 call attr_accessor < Ledger.Account
    34 call new < Ledger.Account.open
    39 type JSON < Ledger.Account.load
    39 call JSON.parse < Ledger.Account.load
    39 type File < Ledger.Account.load
    39 call File.read < Ledger.Account.load
    39 call JSON.parse().map < Ledger.Account.load
    39 call new < Ledger.Account.load
    44 type Entry < Ledger.Account.initialize
    44 call Entry.new < Ledger.Account.initialize
    49 call raise < Ledger.Account.book
    49 type ArgumentError < Ledger.Account.book
    49 call amount.zero? < Ledger.Account.book
    50 call self.entries.size < Ledger.Account.book
    50 type LIMIT < Ledger.Account.book
    51 call archive! < Ledger.Account.book
    54 type Entry < Ledger.Account.book
    54 call Entry.new < Ledger.Account.book
    59 call self.entries.sum < Ledger.Account.balance
    63 call balance < Ledger.Account.<=>
    63 call other.balance < Ledger.Account.<=>
    67 call self.entries.empty? < Ledger.Account.empty?
    67 call balance < Ledger.Account.empty?
    67 call balance.zero? < Ledger.Account.empty?
    70 call private < Ledger.Account
    73 call self.entries.first < Ledger.Account.archive!
    73 call self.entries.first.text < Ledger.Account.archive!
    74 call self.entries.shift < Ledger.Account.archive!
    76 call self.entries.each < Ledger.Account.archive!
    77 call entry.amount < Ledger.Account.archive!
    77 call entry.amount.positive? < Ledger.Account.archive!
    79 call entry.void! < Ledger.Account.archive!
    80 type Error < Ledger.Account.archive!
    81 call warn < Ledger.Account.archive!
    81 call e.message < Ledger.Account.archive!
    87 call balance < Ledger.Account.carry
    93 call left.balance < Ledger.check
    93 call right.balance < Ledger.check
    94 call raise < Ledger.check
    94 type Unbalanced < Ledger.check
    94 call difference.zero? < Ledger.check
    99 call accounts.sort < report
    99 call accounts.sort.each < report
    99 call puts < report
    99 call account.name < report
    99 call account.balance < report
  `,
  outline: `
    3 import json: *
    4 import ./ledger/entry: *
    locals Ledger.Unbalanced.initialize: difference
    locals Ledger.Account.open: name options
    locals Ledger.Account.load: file row
    locals Ledger.Account.initialize: name opening
    locals Ledger.Account.book: amount text
    locals Ledger.Account.<=>: other
    locals Ledger.Account.archive!: entry e
    locals Ledger.check: left right difference
    locals report: accounts account
  `,
  invalidSyntax: 'def f(\n  x = [1,\nend\n\nclass Good\n  def kept\n  end\nend\n',
  intactDefinition: 'Good.kept',
};
