/** JavaScript and TypeScript: renamed exports, default exports, cyclic re-exports, CommonJS, components. */
import { expect, it } from 'vitest';
import { linkToLines, linkSnapshot, readSnapshot } from './snapshot.ts';

const router = {
  symbols: [
    'class Router 1-20',
    'method Router.constructor 2',
    'method Router.add 3',
    'function hidden 21 -',
    'interface Route 22-24',
    'method Route.match 23',
  ],
  returns: ['Router.add: this'],
};

it('follows renamed exports through files that re-export each other in cycles', async () => {
  const snapshot = {
    'src/router.ts': { ...router, exports: ['default = Router', 'create = hidden'] },
    'src/a.ts': { imports: ['export 1 ./b: **', 'export 2 ./router: default as Main, create'] },
    'src/b.ts': { imports: ['export 1 ./a: **', 'export 2 ./router: * as routers'] },
    'src/use.ts': {
      imports: ['1 ./b: Main, create, routers, hidden, absent', '2 ./router: default as R'],
      uses: [
        '3 call Main',
        '4 call create',
        '5 call routers.Router',
        '6 call hidden',
        '7 call absent',
        '8 call R',
        '9 call routers.hidden',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'src/use.ts')).toEqual([
    '3 calls -> src/router.ts Router',
    '3 calls -> src/router.ts Router.constructor',
    '4 calls -> src/router.ts hidden',
    '5 calls -> src/router.ts Router',
    '5 calls -> src/router.ts Router.constructor',
    '8 calls -> src/router.ts Router',
    '8 calls -> src/router.ts Router.constructor',
  ]);
  expect(await linkToLines(snapshot, 'src/use.ts', { kinds: ['imports'] })).toEqual([
    '1 imports -> src/b.ts',
    '1 imports -> src/router.ts Router',
    '1 imports -> src/router.ts hidden',
    '2 imports -> src/router.ts',
    '2 imports -> src/router.ts Router',
  ]);
});

it('resolves a value with a declared type to its interface, and this to its class', async () => {
  const snapshot = {
    'router.ts': router,
    'app.ts': {
      imports: ['1 ./router.ts: Router, Route', '2 hono: Hono'],
      symbols: ['class App 3-20', 'property App.router 4', 'method App.go 5-9', 'function outer 21-30'],
      fields: ['router: Router in App'],
      typed: ['route: Route in outer', 'outside: Hono in outer'],
      locals: ['route in outer', 'outside in outer'],
      uses: [
        '6 call this.router.add in App.go',
        '7 call this.router.add().add in App.go',
        '22 call route.match in outer',
        '23 call outside.add in outer',
        '24 type Route in outer',
        '25 call JSON.add in outer',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'app.ts')).toEqual([
    '6 calls App.go -> router.ts Router.add',
    '7 calls App.go -> router.ts Router.add',
    '22 calls outer -> router.ts Route.match',
    '24 uses outer -> router.ts Route',
  ]);
});

it('calls an inherited constructor', async () => {
  const snapshot = {
    'a.ts': {
      symbols: [
        'class A 1-4',
        'method A.constructor 2',
        'class B 5-9',
        'method B.constructor 6-7',
        'class C 10-12',
      ],
      uses: [
        '5 extends A in B',
        '7 call super in B.constructor',
        '10 extends B in C',
        '13 call C',
        '14 call missing',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'a.ts')).toEqual([
    '5 extends B -> A',
    '7 calls B.constructor -> A.constructor',
    '10 extends C -> B',
    '13 calls -> C',
    '13 calls -> B.constructor',
  ]);
});

it('resolves a component to its file', async () => {
  const snapshot = {
    'Card.svelte': { exports: ['default = default'], symbols: ['function toggle 2'] },
    'icons.ts': { symbols: ['component Star 1-3'] },
    'Page.svelte': {
      imports: ['2 ./Card.svelte: default as Card', '3 ./icons.ts: * as icons'],
      uses: ['5 render Card', '6 render icons.Star'],
    },
    'Page.vue': { imports: ['2 ./Card.svelte: default as UserCard'], uses: ['5 render user-card'] },
  };
  expect(await linkToLines(snapshot, 'Page.svelte')).toEqual([
    '5 uses -> Card.svelte',
    '6 uses -> icons.ts Star',
  ]);
  expect(await linkToLines(snapshot, 'Page.vue')).toEqual(['5 uses -> Card.svelte']);
});

it('resolves CommonJS modules', async () => {
  const snapshot = {
    'lib.js': { symbols: ['function send 1', 'function open 2'], exports: ['send = send', 'begin = open'] },
    'make.js': { symbols: ['function make 1'], exports: ['default = make'] },
    'use.js': {
      imports: ['1 ./lib: * as lib', '2 ./lib: begin', '3 ./make: * as make'],
      uses: ['4 call lib.send', '5 call begin', '6 call make'],
    },
  };
  expect(await linkToLines(snapshot, 'use.js')).toEqual([
    '4 calls -> lib.js send',
    '5 calls -> lib.js open',
    '6 calls -> make.js make',
  ]);
});

it('resolves a name that is only re-exported', async () => {
  const snapshot = {
    'base.ts': { symbols: ['class Hono 1-9', 'method Hono.constructor 2'], exports: ['HonoBase = Hono'] },
    'again.ts': { imports: ['export 1 ./base: HonoBase as Plain'] },
    'use.ts': {
      imports: ['1 ./base: HonoBase', '2 ./again: Plain'],
      symbols: ['class App 3-5'],
      uses: ['3 extends HonoBase in App', '6 call HonoBase', '7 call Plain'],
    },
  };
  expect(await linkToLines(snapshot, 'use.ts', { kinds: ['imports', 'calls', 'extends'] })).toEqual([
    '1 imports -> base.ts',
    '1 imports -> base.ts Hono',
    '2 imports -> again.ts',
    '2 imports -> base.ts Hono',
    '3 extends App -> base.ts Hono',
    '6 calls -> base.ts Hono',
    '6 calls -> base.ts Hono.constructor',
    '7 calls -> base.ts Hono',
    '7 calls -> base.ts Hono.constructor',
  ]);
});

it('does not resolve a bare name to a method of a value', async () => {
  const snapshot = {
    'a.ts': {
      symbols: [
        'method send 1',
        'function make 2-9',
        'method make.open 3',
        'function make.close 4',
        'constant json 10-12',
        'method json.parse 11',
        'function both 13',
        'method both 14',
      ],
      uses: [
        '5 call send in make',
        '6 call open in make',
        '7 call close in make',
        '15 call json.parse',
        '16 call both',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'a.ts')).toEqual([
    '7 calls make -> make.close',
    '15 calls -> json.parse',
    '16 calls -> both',
  ]);
});

it('resolves a name to the definition that unnamed scopes determine, or only to an import', async () => {
  const snapshot = {
    'ready.ts': { symbols: ['function ready 1'] },
    'a.ts': {
      imports: ['1 ./ready: ready'],
      symbols: ['function ready 2', 'function ready 3', 'function other 4'],
      uses: [
        '5 call ready means 0',
        '6 call ready means 1',
        '7 call ready means -1',
        '8 call other means -1',
      ],
    },
  };
  const [file] = (await linkSnapshot(readSnapshot(snapshot))).filter(({ path }) => path === 'a.ts');
  const calls = file?.edges.filter(({ kind }) => kind === 'calls') ?? [];
  expect(calls.map(({ line, to }) => [line, to])).toEqual([
    [5, { path: 'a.ts', symbol: 0 }],
    [6, { path: 'a.ts', symbol: 1 }],
    [7, { path: 'ready.ts', symbol: 0 }],
  ]);
});

it('keeps a variable’s type when another assignment is external', async () => {
  const snapshot = {
    'a.ts': {
      symbols: [
        'class Two 1-3',
        'method Two.go 2',
        'function use 4-9',
        'class One 10-12',
        'method One.go 11',
      ],
      typed: ['given: Two in use', 'given: next() in use'],
      uses: ['5 call given.go in use'],
    },
  };
  expect(await linkToLines(snapshot, 'a.ts')).toEqual(['5 calls use -> Two.go']);
});
