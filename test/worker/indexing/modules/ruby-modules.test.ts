import { describe, expect, it } from 'vitest';
import { createResolve } from './create-layout.ts';

const file = {};

describe('Ruby modules', () => {
  const resolve = createResolve({
    'lib/ledger.rb': file,
    'lib/ledger/entry.rb': file,
    'lib/ledger/version.rb': file,
    'plugins/csv/lib/ledger/csv.rb': file,
    'plugins/csv/lib/ledger/version.rb': file,
    'spec/spec_helper.rb': file,
    'spec/ledger/entry_spec.rb': file,
    'spec/fixtures/gem/lib/json.rb': file,
    'docs/notes.rb': file,
  });
  it.each([
    ['lib/ledger.rb', './ledger/entry', 'lib/ledger/entry.rb'],
    ['lib/ledger/entry.rb', '../ledger.rb', 'lib/ledger.rb'],
    ['spec/ledger/entry_spec.rb', 'ledger', 'lib/ledger.rb'],
    ['spec/ledger/entry_spec.rb', 'ledger/entry', 'lib/ledger/entry.rb'],
    ['spec/ledger/entry_spec.rb', 'spec_helper', 'spec/spec_helper.rb'],
    ['plugins/csv/lib/ledger/csv.rb', 'ledger/version', 'plugins/csv/lib/ledger/version.rb'],
    ['lib/ledger.rb', 'ledger/version', 'lib/ledger/version.rb'],
    ['lib/ledger.rb', 'ledger/missing', 'nothing'],
    ['lib/ledger.rb', './missing', 'nothing'],
    ['lib/ledger.rb', 'json', 'external: json'],
    ['lib/ledger.rb', 'notes', 'external: notes'],
    ['lib/ledger.rb', 'active_support/core_ext', 'external: active_support'],
  ])('in %s, resolve %s to %s', (from, module, to) => expect(resolve(from, module)).toBe(to));
});
