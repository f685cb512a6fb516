/** Go, Rust, C and C++: packages of several files, embedding, traits, methods outside their types, headers. */
import { expect, it } from 'vitest';
import { linkToLines } from './snapshot.ts';

it('resolves within a whole Go package, with embedded types and methods in other files', async () => {
  const snapshot = {
    'go.mod': {},
    'engine.go': {
      namespace: 'gin',
      symbols: ['struct Engine 1-9', 'function New 10-12', 'method Engine.Run 13-15'],
      uses: ['2 extends Group in Engine', '11 call Engine in New', '14 call engine.prepare in Engine.Run'],
      typed: ['engine: Engine in Engine.Run'],
      fields: ['Group: Group in Engine', 'pool: sync.Pool in Engine'],
      imports: ['1 sync: * as sync'],
      returns: ['New: Engine'],
    },
    'group.go': {
      namespace: 'gin',
      symbols: ['struct Group 1-3', 'method Group.Get 4-6', 'method Engine.prepare 7-9'],
    },
    'render/json.go': {
      namespace: 'render',
      symbols: ['function Write 1', 'interface Render 2-4', 'method Render.Do 3'],
    },
    'cmd/main.go': {
      namespace: 'main',
      imports: [
        '1 example.com/gin: * as gin',
        '2 example.com/gin/render: * as render',
        '3 net/http: * as http',
      ],
      symbols: ['function main 4-20'],
      typed: ['r: gin.New() in main', 'out: render.Render in main', 'found: found() in main'],
      locals: ['r in main', 'out in main', 'found in main'],
      uses: [
        '5 call gin.New in main',
        '6 call r.Get in main',
        '7 call r.Run in main',
        '8 call r.pool.Get in main',
        '9 call out.Do in main',
        '10 call http.Get in main',
        '11 call render.Write in main',
        '12 call Write in main',
      ],
    },
  };
  const manifests = new Map([['go.mod', { module: 'example.com/gin', replace: {} }]]);
  expect(await linkToLines(snapshot, 'cmd/main.go', { manifests })).toEqual([
    '5 calls main -> engine.go New',
    '6 calls main -> group.go Group.Get',
    '7 calls main -> engine.go Engine.Run',
    '9 calls main -> render/json.go Render.Do',
    '11 calls main -> render/json.go Write',
  ]);
  expect(await linkToLines(snapshot, 'engine.go', { manifests })).toEqual([
    '2 extends Engine -> group.go Group',
    '11 calls New -> Engine',
    '14 calls Engine.Run -> group.go Engine.prepare',
  ]);
  expect(await linkToLines(snapshot, 'cmd/main.go', { manifests, kinds: ['imports'] })).toEqual([
    '1 imports -> engine.go',
    '1 imports -> group.go',
    '2 imports -> render/json.go',
    '3 imports -> package net/http',
  ]);
});

it('follows Rust paths, traits and blocks', async () => {
  const snapshot = {
    'Cargo.toml': {},
    'src/lib.rs': {
      imports: [
        '1 self.sink: * as sink',
        '2 self.search: * as search',
        'export 3 crate.sink.Sink: * as Sink',
      ],
      symbols: ['macro note 4'],
    },
    'src/sink.rs': {
      symbols: [
        'trait Sink 1-9',
        'method Sink.finish 2-3',
        'struct Printer 10-12',
        'property Printer.new 11',
        'method Printer.new 13',
        'method Printer.write 14-15',
      ],
      returns: ['Printer.new: Self'],
      uses: ['16 implements Printer.Sink'],
    },
    'src/search.rs': {
      imports: [
        '1 crate.sink.Printer: * as P',
        '1 crate.sink.Printer: * as Printer',
        '2 std.io: * as io',
        '10 super: **',
      ],
      symbols: [
        'function search 3-8',
        'module tests 9-20',
        'function tests.check 10-19',
        'function found 21',
        'method Printer.flush 22-24',
      ],
      typed: ['printer: P.new() in search', 'found: found() in search'],
      locals: ['printer in search', 'found in search'],
      uses: [
        '4 call P.new in search',
        '5 call printer.write in search',
        '6 call printer.finish in search',
        '7 call found in search',
        '7 call found.finish in search',
        '7 call crate.sink.Printer.new().write in search',
        '8 call note in search',
        '8 call println in search',
        '11 call search in tests.check',
        '12 call io.read in tests.check',
        '23 call self.write in Printer.flush',
        '24 call Self.new in Printer.flush',
      ],
    },
  };
  const manifests = new Map([['Cargo.toml', { package: { name: 'printing' } }]]);
  expect(await linkToLines(snapshot, 'src/search.rs', { manifests })).toEqual([
    '4 calls search -> src/sink.rs Printer.new',
    '5 calls search -> src/sink.rs Printer.write',
    '6 calls search -> src/sink.rs Sink.finish',
    '7 calls search -> found',
    '7 calls search -> finish? 1 (name-match)',
    '7 calls search -> src/sink.rs Printer.write',
    '8 calls search -> src/lib.rs note (import-scoped)',
    '11 calls tests.check -> search',
    '23 calls Printer.flush -> src/sink.rs Printer.write',
    '24 calls Printer.flush -> src/sink.rs Printer.new',
  ]);
});

it('links a Rust implementation from the type to the trait', async () => {
  const snapshot = {
    'Cargo.toml': {},
    'src/lib.rs': {
      imports: ['1 self.a: * as a'],
      symbols: ['trait Sink 2-4', 'struct File 5-6'],
      uses: ['7 implements File.Sink'],
    },
    'src/a.rs': { imports: ['1 crate.File: * as File'], uses: ['2 implements File.crate'] },
  };
  const manifests = new Map([['Cargo.toml', { package: { name: 'printing' } }]]);
  expect(await linkToLines(snapshot, 'src/lib.rs', { manifests })).toEqual(['7 implements File -> Sink']);
  expect(await linkToLines(snapshot, 'src/a.rs', { manifests })).toEqual([]);
});

it('resolves a declaration in a header to the definition in a source file', async () => {
  const snapshot = {
    'include/ring.h': { symbols: ['function ring_push 1', 'struct ring 2-4', 'macro RING_MAX 5'] },
    'include/all.h': { imports: ['1 ring.h: **'] },
    'src/ring.c': {
      imports: ['1 ring.h: **'],
      symbols: ['function ring_push 3-9', 'function grow 10-12'],
      uses: ['4 call grow in ring_push'],
    },
    'src/main.c': {
      imports: ['1 all.h: **', '2 <stdio.h>: **'],
      symbols: ['function main 3-9'],
      uses: [
        '4 call ring_push in main',
        '5 type ring in main',
        '6 call RING_MAX in main',
        '7 call printf in main',
        '8 call grow in main',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'src/main.c')).toEqual([
    '4 calls main -> src/ring.c ring_push',
    '5 uses main -> include/ring.h ring',
    '6 calls main -> include/ring.h RING_MAX',
    '8 calls main -> src/ring.c grow (name-match)',
  ]);
});

it('finds the members of a C++ class from methods defined outside it', async () => {
  const snapshot = {
    'box.hpp': {
      symbols: [
        'module geo 1-20',
        'class geo.Shape 2-4',
        'method geo.Shape.name 3',
        'class geo.Box 5-12',
        'method geo.Box.Box 6',
        'method geo.Box.area 7',
        'method geo.Box.side 8',
      ],
      uses: ['5 extends Shape in geo.Box'],
    },
    'box.cpp': {
      imports: ['1 box.hpp: **'],
      symbols: ['method geo.Box.area 3-6', 'method geo.Box.side 7-9', 'function use 10-15'],
      typed: ['box: geo.Box in use'],
      uses: [
        '4 call side in geo.Box.area',
        '5 call name in geo.Box.area',
        '11 call box.area in use',
        '12 call geo.Box in use',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'box.cpp')).toEqual([
    '4 calls geo.Box.area -> geo.Box.side',
    '5 calls geo.Box.area -> box.hpp geo.Shape.name',
    '11 calls use -> geo.Box.area',
    '12 calls use -> box.hpp geo.Box',
    '12 calls use -> box.hpp geo.Box.Box',
  ]);
});
