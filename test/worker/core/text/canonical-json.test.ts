import { assert, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../worker/core/text/canonical-json.ts';

/** The number with these bits. */
function double(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

describe('the examples of RFC 8785', () => {
  it('3.2.2: literals, numbers and strings', () => {
    const example = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(JSON.parse(example))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('3.2.3: members sorted by UTF-16 units', () => {
    const example = String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",
      "\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`;
    expect(canonicalJson(JSON.parse(example)).match(/"[^"]*"(?=[,}])/g)).toEqual([
      '"Carriage Return"',
      '"One"',
      '"Control"',
      '"Latin Small Letter O With Diaeresis"',
      '"Euro Sign"',
      '"Emoji: Grinning Face"',
      '"Hebrew Letter Dalet With Dagesh"',
    ]);
  });

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('appendix B: %s is %s', (bits, text) => expect(canonicalJson(double(bits))).toBe(text));
});

it('rejects values without a canonical form', () => {
  for (const value of [Number.NaN, Infinity, 'half \ud83d', ['\udc00'], { '\ud800': 1 }, undefined, 1n])
    expect(() => canonicalJson(value)).toThrow(RangeError);
});

it('does not depend on the order of members, and parses to the same value', () => {
  const reverseMembers = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reverseMembers);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).toReversed();
    return Object.fromEntries(members.map(([name, member]) => [name, reverseMembers(member)]));
  };
  assert(
    property(jsonValue(), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      const text = canonicalJson(plain);
      expect(canonicalJson(reverseMembers(plain))).toBe(text);
      expect(JSON.parse(text)).toEqual(plain);
    }),
  );
});
