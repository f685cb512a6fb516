/** Tests the forms of import statements in each language, and the names they bind. */
import { describe, expect, it } from 'vitest';
import { languages } from '../../../../../worker/adapters/tree-sitter/languages.ts';

/** Formats imports as `module: imported as local, *`, with `export` before a re-export. */
function formatImports(language: string, statement: string): string[] {
  const modules = languages[language]?.readImports(statement) ?? [];
  return modules.map(({ module, bindings = [], wildcard = false, reexported = false }) => {
    const bound = bindings.map(({ imported, local }) =>
      imported === local ? local : `${imported} as ${local}`,
    );
    const names = [...bound, ...(wildcard ? ['*'] : [])].join(', ');
    return `${reexported ? 'export ' : ''}${module}${names === '' ? '' : `: ${names}`}`;
  });
}

const cases: Readonly<Record<string, readonly (readonly [statement: string, ...rows: string[]])[]>> = {
  go: [
    ['"net/http"', 'net/http: * as http'],
    ['yaml "gopkg.in/yaml.v3"', 'gopkg.in/yaml.v3: * as yaml'],
    ['"gopkg.in/yaml.v3"', 'gopkg.in/yaml.v3: * as yaml'],
    ['"example.org/kit/v2"', 'example.org/kit/v2: * as kit'],
    ['. "fmt"', 'fmt: *'],
    ['_ "embed"', 'embed'],
  ],
  rust: [
    ['use a::b;', 'a.b: * as b'],
    ['use a::b as c;', 'a.b: * as c'],
    ['use a::B as _;', 'a.B'],
    ['use super::*;', 'super: *'],
    ['use ::serde::de;', 'serde.de: * as de'],
    ['pub use a::{self, b::{c as d, *}};', 'export a: * as a', 'export a.b.c: * as d', 'export a.b: *'],
    ['pub(crate) use self::x::Y;', 'export self.x.Y: * as Y'],
    ['use a::{\n  // b, c\n  d, /* e */\n};', 'a.d: * as d'],
    ['extern crate core as base;', 'core: * as base'],
    ['pub mod search;', 'self.search: * as search'],
    ['mod r#type;', 'self.type: * as type'],
  ],
  java: [
    ['import a.b.C;', 'a.b.C: * as C'],
    ['import a.b.*;', 'a.b: *'],
    ['import static a.b.C.d;', 'a.b.C: d'],
    ['import static a.b.C.*;', 'a.b.C: *'],
  ],
  csharp: [
    ['using A.B;', 'A.B: *'],
    ['global using A.B;', 'export A.B: *'],
    ['using static A.Math;', 'A.Math: *'],
    ['using Names = A.List<int>;', 'A.List: * as Names'],
    ['using Pair = (int, int);'],
  ],
  php: [
    ['use A\\B;', 'A.B: * as B'],
    ['use A\\B, C\\D as E;', 'A.B: * as B', 'C.D: * as E'],
    ['use function A\\f;', 'A.f: * as f'],
    ['use A\\{B, C\\D as E, function f};', 'A.B: * as B', 'A.C.D: * as E', 'A.f: * as f'],
    ["require_once __DIR__ . '/a/b.php'", './a/b.php: *'],
    ["include('b.php')", './b.php: *'],
    ["include '../b.php'", '../b.php: *'],
    ['include $file'],
    ["include $root . '/b.php'"],
  ],
  ruby: [
    ["require 'a/b'", 'a/b: *'],
    ["require_relative 'a'", './a: *'],
    ["require_relative '../a'", '../a: *'],
    ["load('a.rb')", 'a.rb: *'],
    ["autoload :A, 'a'", 'a: *'],
    ["require File.join('a', 'b')"],
    ['require "#{name}/b"'],
  ],
  c: [['#include "a/b.h"', 'a/b.h: *'], ['#include <stdio.h>\n', '<stdio.h>: *'], ['#include HEADER\n']],
};

describe.each(Object.entries(cases))('%s', (language, statements) => {
  it.each(statements)('reads %s', (statement, ...expected) => {
    expect(formatImports(language, statement)).toEqual(expected);
  });
});

it('returns the position of each name in a long statement', () => {
  const statement = 'use a::{\n  b,\n  c::d,\n};';
  const found = languages['rust']?.readImports(statement) ?? [];
  expect(found.map(({ bindings }) => statement.slice(bindings?.[0]?.offset).slice(0, 4))).toEqual([
    'b,\n ',
    'c::d',
  ]);
});
