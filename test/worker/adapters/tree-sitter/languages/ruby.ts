/** Ruby: modules, singleton methods, operators, private sections. */
import source from '../../../../fixtures/languages/ruby.rb?raw';
import type { LanguageSpec } from './language-spec.ts';

export const ruby: LanguageSpec = {
  source,
  symbols: `
    7-96 module Ledger +
    8-8 constant Ledger.VERSION +
    10-10 class Ledger.Error +
    13-20 class Ledger.Unbalanced +
    16-19 method Ledger.Unbalanced.initialize +
    25-89 class Ledger.Account +
    28-28 constant Ledger.Account.LIMIT +
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
  imports: ['json: Json JSON', 'ledger/entry: Entry ENTRY'],
  types: 'StandardError Error JSON File Entry',
  broken: 'def f(\n  x = [1,\nend\n\nclass Good\n  def kept\n  end\nend\n',
  survives: 'Good.kept',
};
