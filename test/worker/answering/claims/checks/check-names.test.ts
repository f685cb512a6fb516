/** A name is found whole, by the last part of a qualified form, shortened, or in another spelling; an invented name is not. */
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../../worker/answering/claims/decide-claim.ts';
import { createEvidence } from '../../../../support/samples/evidence.ts';

const file = `package relay

// Ledger keeps the entries.
type Ledger struct {
	MaxEntries int
}

// Append adds an entry, unless the ledger is full.
func (l *Ledger) Append(ctx Context, entry Entry) error {
	if len(l.entries) >= l.MaxEntries && !l.grows {
		return ErrFull
	}
	header.Set("X-Ledger-Size", strconv.Itoa(len(l.entries)))
	options := map[string]int{"retry_count": 3, "CONTENT_LENGTH": 0}
	return l.store(ctx, entry, options)
}
`;
const span = createEvidence({
  file,
  id: 'e1',
  path: 'relay/ledger.go',
  startLine: 8,
  endLine: 16,
  symbol: 'Ledger.Append',
});
const state = (code: string, evidence = span) =>
  decideClaim({ text: `It has \`${code}\` [chunk:e1].`, citations: ['e1'] }, new Map([['e1', evidence]]))
    .state;

describe('finds', () => {
  it.each([
    ['a call with arguments', 'l.store(ctx, entry, options)'],
    ['a call without its arguments', 'Append()'],
    ['a qualified call', 'relay.Ledger.Append(ctx, entry)'],
    ['a method of the type around it', 'Ledger#Append'],
    ['a method of a variable that is named otherwise', 'ledger.Append(entry)'],
    ['a leading dot', '.Append'],
    ['a plural', 'MaxEntries'],
    ['a plural of a name', 'Contexts'],
    [
      'other white space and quotation marks',
      "header.Set( 'X-Ledger-Size', strconv.Itoa( len(l.entries) ) )",
    ],
    ['a pair in another notation', 'retry_count: 3'],
    ['a header in another spelling', 'Content-Length'],
    ['code shortened with an ellipsis', 'if len(l.entries) … {'],
    ['code shortened between two lines', 'return ErrFull … header.Set('],
    ['code shortened within brackets', 'l.store(…, options)'],
    ['the beginning of a name', 'Max…'],
    ['the path', 'relay/ledger.go'],
    ['the file', 'ledger.go'],
    ['the module', 'ledger'],
  ])('%s', (_, code) => {
    expect(state(code)).toBe('verified');
  });
});

describe('does not find', () => {
  it.each([
    ['an invented name', 'Prepend'],
    ['an invented method', 'Ledger.Prepend'],
    ['a method of an invented type', 'Journal.Append'],
    ['an invented argument', 'l.store(ctx, entry, limits)'],
    ['another operator', 'len(l.entries) > l.MaxEntries'],
    ['a denial that was left out', 'l.MaxEntries && l.grows'],
    ['another number', 'retry_count: 5'],
    ['words in another order', 'entry, ctx'],
    ['words that are apart', 'return options'],
    ['a quoted call of another variable', 'footer.Set("X-Ledger-Size", strconv.Itoa(len(l.entries)))'],
    ['shortened code in another order', 'header.Set( … return ErrFull'],
    ['two single words with an ellipsis between them', 'if … return'],
    ['shortened code that ends within a name', 'return l.store(ctx … opt'],
    ['two letters before an ellipsis', 'Ma…'],
    ['another file of the type', 'journal.go'],
    ['a flag', '--entry'],
    ['the middle of a name', 'Entries'],
    ['a header in another order', 'Length-Content'],
  ])('%s', (_, code) => {
    expect(['partial', 'unsupported']).toContain(state(code));
  });
});

it('cannot refuse a type if the lines around the cited ones are unknown', () => {
  const alone = createEvidence({ file: 'func (l *L) Append() error {\n}\n', path: 'relay/a.go' });
  expect(state('Journal.Append', alone)).toBe('verified');
});
