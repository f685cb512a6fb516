/** Decoding is lossless: text encodes to its original bytes, and lines join to the text. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countLines,
  decodeText,
  encodeText,
  lineStarts,
  splitLines,
} from '../../../../worker/core/text/decode-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('decodeText', () => {
  it('round-trips whatever it accepts', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }).map(utf8),
      fc.string({ unit: 'binary' }).map((text) => encodeText(`\ufeff${text}`, 'utf-16le')),
      fc.string({ unit: 'binary' }).map((text) => encodeText(`\ufeff${text}`, 'utf-16be')),
      fc
        .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 300 })
        .map((codes) => Uint8Array.from(codes)),
    );
    fc.assert(
      fc.property(bytes, (input) => {
        const decoded = decodeText(input);
        if (decoded !== undefined) expect(encodeText(decoded.text, decoded.encoding)).toEqual(input);
      }),
      { numRuns: 500 },
    );
  });

  it('accepts every text without control characters, in the encoding it came in', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 200 })
      .filter((value) => !/[\p{Cc}\ufeff]/u.test(value));
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeText(utf8(value))).toEqual({ text: value, encoding: 'utf-8' });
        for (const encoding of ['utf-16le', 'utf-16be'] as const) {
          expect(decodeText(encodeText(`\ufeff${value}`, encoding))).toEqual({
            text: `\ufeff${value}`,
            encoding,
          });
        }
      }),
    );
  });

  it('keeps a byte-order mark in the text', () => {
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: '\ufeffa', encoding: 'utf-8' });
  });

  it('decodes invalid UTF-8 as windows-1252', () => {
    const bytes = Uint8Array.of(...utf8('caf'), 0xe9, 0x20, 0x80, 0x20, 0x93, 0x81, 0x94);
    expect(decodeText(bytes)).toEqual({ text: 'café € “\u0081”', encoding: 'windows-1252' });
  });

  it('decodes long windows-1252 text', () => {
    const bytes = new Uint8Array(1_000_000).fill(0xe9);
    expect(decodeText(bytes)?.text).toBe('é'.repeat(1_000_000));
  });

  it.each([
    ['a NUL byte', utf8('text\0text')],
    ['a NUL in UTF-16', encodeText('\ufefftext\0text', 'utf-16le')],
    ['half a UTF-16 unit', Uint8Array.of(0xff, 0xfe, 0x61)],
    ['a lone surrogate in UTF-16', Uint8Array.of(0xff, 0xfe, 0x00, 0xd8)],
    ['many control characters', Uint8Array.from({ length: 100 }, (_, index) => 1 + (index % 200))],
    ['the head of a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x01)],
  ])('treats %s as binary', (_, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });

  it('accepts terminal colors, form feeds and a few control characters', () => {
    expect(decodeText(utf8('\x1b[31mred\x1b[0m\f\n'))?.encoding).toBe('utf-8');
    expect(decodeText(utf8(`${'a'.repeat(99)}\x01`))?.encoding).toBe('utf-8');
  });

  it('decodes an empty file to the empty text', () => {
    expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' });
  });
});

describe('encodeText', () => {
  it('rejects characters that windows-1252 does not have', () => {
    expect(() => encodeText('漢', 'windows-1252')).toThrow(RangeError);
    expect(() => encodeText('😀', 'windows-1252')).toThrow(RangeError);
  });
});

describe('lines', () => {
  it('join to the text, end only after line feeds, and match lineStarts and countLines', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', '\u2028', '\f') }), (text) => {
        const lines = splitLines(text);
        expect(lines.join('')).toBe(text);
        expect(lines).not.toContain('');
        for (const line of lines.slice(0, -1)) expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(countLines(text)).toBe(lines.length);
        expect(Array.from(lineStarts(text), (start) => text.slice(start))).toEqual(
          lines.map((_, index) => lines.slice(index).join('')),
        );
      }),
    );
  });

  it('are counted as git counts them', () => {
    expect(splitLines('')).toEqual([]);
    expect(splitLines('\n')).toEqual(['\n']);
    expect(splitLines('a\r\nb\rc\nd')).toEqual(['a\r\n', 'b\rc\n', 'd']);
  });
});
