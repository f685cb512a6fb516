/** Python: modules and packages, re-exports, scope of functions and classes, `self`, bases, declared types. */
import { expect, it } from 'vitest';
import { linkToLines, linkSnapshot, readSnapshot } from './snapshot.ts';

const app = {
  symbols: [
    'class Base 1-6',
    'method Base.__init__ 2-3',
    'method Base.run 4-6',
    'class App 8-20',
    'method App.start 9-12',
    'method App.make 14-16',
    'function create 22-24',
  ],
  uses: ['8 extends Base in App', '10 call self.run in App.start', '11 call super().run in App.start'],
  fields: ['config: Config in App'],
  returns: ['create: App', 'App.make: Self'],
  imports: ['1 .config: Config'],
};
const config = { symbols: ['class Config 1-5', 'method Config.load 2-5'] };

it('resolves names through a package that re-exports them', async () => {
  const snapshot = {
    'pkg/__init__.py': { imports: ['1 .app: App, create as make_app', '2 .other: **'] },
    'pkg/app.py': app,
    'pkg/config.py': config,
    'pkg/other.py': {
      symbols: ['function shown 1', 'function _hidden 2', 'function unlisted 3'],
      listed: ['shown'],
    },
    'main.py': {
      imports: ['1 pkg: App, make_app', '2 pkg: * as p', '3 pkg: unlisted', '4 requests: get'],
      uses: [
        '5 call App',
        '6 call make_app',
        '7 call p.create',
        '8 call p.make_app',
        '9 call p.shown',
        '10 call unlisted',
        '11 call get',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'main.py')).toEqual([
    '5 calls -> pkg/app.py App',
    '5 calls -> pkg/app.py Base.__init__',
    '6 calls -> pkg/app.py create',
    '8 calls -> pkg/app.py create',
    '9 calls -> pkg/other.py shown',
  ]);
});

it('links an import to the most specific file and to each definition', async () => {
  const snapshot = {
    'pkg/__init__.py': { symbols: ['function setup 1'] },
    'pkg/app.py': app,
    'pkg/config.py': config,
    'main.py': {
      imports: [
        '1 pkg: app',
        '2 pkg: config, setup',
        '3 pkg.app: App',
        '4 os: path',
        '5 pkg.config: pkg.config',
        '6 gone',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'main.py', { kinds: ['imports'] })).toEqual([
    '1 imports -> pkg/app.py',
    '2 imports -> pkg/config.py',
    '2 imports -> pkg/__init__.py',
    '2 imports -> pkg/__init__.py setup',
    '3 imports -> pkg/app.py',
    '3 imports -> pkg/app.py App',
    '4 imports -> package os',
    '5 imports -> pkg/config.py',
    '6 imports -> package gone',
  ]);
});

it('follows self, super, fields, results and variables', async () => {
  const snapshot = {
    'pkg/__init__.py': {},
    'pkg/app.py': app,
    'pkg/config.py': config,
    'main.py': {
      imports: ['1 pkg.app: App, create', '2 pkg.config: pkg.config'],
      symbols: ['function main 3-20', 'variable shared 21'],
      fields: ['shared: App()'],
      typed: ['one: App() in main', 'two: create() in main', 'three: one.make() in main'],
      uses: [
        '5 call one.start in main',
        '6 call two.config.load in main',
        '7 call three.run in main',
        '8 call App().make().start in main',
        '9 call pkg.config.Config in main',
        '10 call pkg.config.Config().load in main',
        '22 call shared.run',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'main.py')).toEqual([
    '5 calls main -> pkg/app.py App.start',
    '6 calls main -> pkg/config.py Config.load',
    '7 calls main -> pkg/app.py Base.run',
    '8 calls main -> pkg/app.py App.start',
    '9 calls main -> pkg/config.py Config',
    '10 calls main -> pkg/config.py Config.load',
    '22 calls -> pkg/app.py Base.run',
  ]);
  expect(await linkToLines(snapshot, 'pkg/app.py')).toEqual([
    '8 extends App -> Base',
    '10 calls App.start -> Base.run',
    '11 calls App.start -> Base.run',
  ]);
});

it('lets local names shadow outer names, and resolves nested definitions', async () => {
  const snapshot = {
    'a.py': {
      symbols: [
        'function help 1',
        'function outer 2-9',
        'function outer.inner 3-5',
        'class Late 10-14',
        'method Late.help 11',
        'variable Late.made 12',
      ],
      locals: ['help in outer'],
      uses: [
        '6 call help in outer',
        '7 call inner in outer',
        '8 call print in outer',
        '4 call inner in outer.inner',
        '12 call help in Late',
        '13 call help in Late.help',
        '15 call help',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'a.py')).toEqual([
    '4 calls outer.inner -> outer.inner',
    '7 calls outer -> outer.inner',
    '12 calls Late -> Late.help',
    '13 calls Late.help -> help',
    '15 calls -> help',
  ]);
});

it('guesses the target of a call on an unknown receiver, and labels the guess with its tier', async () => {
  const snapshot = {
    'models.py': {
      symbols: ['class Row 1-9', 'method Row.refresh 2', 'method Row.append 3', 'method Row.close 4'],
    },
    'other.py': { symbols: ['class Door 1-9', 'method Door.close 2', 'method Door.knock 3'] },
    'use.py': {
      imports: ['1 models: Row', '2 requests: Session'],
      symbols: ['function use 3-20'],
      locals: ['row in use', 'session in use'],
      typed: ['session: Session() in use'],
      uses: [
        '5 call row.refresh in use',
        '6 call row.append in use',
        '7 call row.knock in use',
        '8 call row.close in use',
        '9 call session.refresh in use',
        '10 value row.knock in use',
        '11 call ?.append in use',
        '12 call row.unheard in use',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'use.py')).toEqual([
    '5 calls use -> models.py Row.refresh (import-scoped)',
    '6 calls use -> append? 1 (name-match)',
    '7 calls use -> other.py Door.knock (name-match)',
    '8 calls use -> close? 2 (name-match)',
  ]);
});

it('does not resolve external names to definitions in the snapshot', async () => {
  const snapshot = {
    'own.py': { symbols: ['class Handler 1-9', 'method Handler.add_route 2', 'method Handler.handle 3'] },
    'use.py': {
      imports: ['1 starlette: Starlette', '2 own: Handler'],
      symbols: ['class App 3-9', 'method App.setup 4-9'],
      uses: [
        '3 extends Starlette in App',
        '5 call self.add_route in App.setup',
        '6 call Starlette.handle in App.setup',
        '7 call str.handle in App.setup',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'use.py')).toEqual([]);
});

it('links a decorator from its definition, and resolves it in the outer scope', async () => {
  const snapshot = {
    'a.py': {
      symbols: ['function cached 1-2', 'class App 3-9', 'method App.route 4-5', 'function cached_page 10-12'],
      fields: ['app: App()'],
      uses: ['10 decorator cached in cached_page', '11 decorator app.route in cached_page'],
    },
  };
  expect(await linkToLines(snapshot, 'a.py')).toEqual([
    '10 uses cached_page -> cached',
    '11 uses cached_page -> App.route',
  ]);
});

it('links a type to its methods, and a recursive function to itself', async () => {
  const snapshot = {
    'a.py': {
      symbols: ['class A 1-5', 'method A.walk 2-4', 'function walk 6-8', 'function walk 9-12'],
      uses: ['3 call self.walk in A.walk', '3 call self.walk in A.walk', '7 call walk in walk'],
    },
  };
  expect(await linkToLines(snapshot, 'a.py', { kinds: ['has-method', 'calls'] })).toEqual([
    '2 has-method A -> A.walk',
    '3 calls A.walk -> A.walk',
    '7 calls walk -> walk',
  ]);
});

it('leaves a name with several types unresolved, unless one inherits from the other', async () => {
  const snapshot = {
    'a.py': {
      symbols: [
        'class Base 1-3',
        'method Base.go 2',
        'class One 4-6',
        'method One.go 5',
        'class Two 7-9',
        'method Two.go 8',
        'function use 10-20',
      ],
      typed: [
        'near: One() in use',
        'near: Base in use',
        'torn: One() in use',
        'torn: Two() in use',
        'given: Two in use',
        'given: next() in use',
      ],
      uses: [
        '4 extends Base in One',
        '11 call near.go in use',
        '12 call torn.go in use',
        '13 call given.go in use',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'a.py', { kinds: ['calls'] })).toEqual([
    '11 calls use -> Base.go',
    '12 calls use -> go? 3 (name-match)',
    '13 calls use -> go? 3 (name-match)',
  ]);
});

it('infers for a variable the type that all its values share, and for a field the type of its known values', async () => {
  const snapshot = {
    'a.py': {
      symbols: [
        'class Query 1-9',
        'method Query.where 2',
        'method Query.run 3',
        'function make 10',
        'function guess 11',
        'function use 12-30',
        'variable shared 31',
      ],
      returns: ['Query.where: Query', 'make: Query'],
      typed: [
        'same: Query in use',
        'same: make() in use',
        'chained: Query() in use',
        'chained: chained.where() in use',
        'reb: Query in use',
        'reb: object() in use',
        'torn: Query() in use',
        'torn: guess() in use',
      ],
      fields: ['shared: Query()', 'shared: object()', 'held: Query in Query', 'held: object() in Query'],
      uses: [
        '13 call same.run in use',
        '14 call chained.run in use',
        '15 call reb.run in use',
        '16 call torn.run in use',
        '17 call shared.run in use',
        '3 call self.held.run in Query.run',
      ],
    },
    'b.py': { symbols: ['class Job 1-9', 'method Job.run 2'] },
  };
  expect(await linkToLines(snapshot, 'a.py')).toEqual([
    '3 calls Query.run -> Query.run',
    '13 calls use -> Query.run',
    '14 calls use -> Query.run',
    '15 calls use -> run? 2 (name-match)',
    '16 calls use -> run? 2 (name-match)',
    '17 calls use -> run? 2 (name-match)',
  ]);
});

it('guesses only by name for receivers that are nested, decorated, or possibly external', async () => {
  const snapshot = {
    'models.py': {
      imports: ['1 jinja: Loader'],
      symbols: [
        'class Row 1-9',
        'method Row.refresh 2',
        'class Own 10-20',
        'method Own.source 11',
        'class Mine 21-30',
        'method Mine.look 22',
      ],
      uses: ['10 extends Loader in Own', '21 extends Own in Mine'],
    },
    'use.py': {
      imports: ['1 models: Row, Own, Mine'],
      symbols: ['function use 3-20', 'function group 21'],
      locals: ['row in use', 'own in use', 'mine in use'],
      uses: [
        '5 call row.refresh in use',
        '6 call row.held.refresh in use',
        '7 call row.get().refresh in use',
        '8 call ?.refresh in use',
        '9 call group.refresh in use',
        '10 call own.source in use',
        '11 call mine.look in use',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'use.py')).toEqual([
    '5 calls use -> models.py Row.refresh (import-scoped)',
    '6 calls use -> models.py Row.refresh (name-match)',
    '7 calls use -> models.py Row.refresh (name-match)',
    '8 calls use -> models.py Row.refresh (name-match)',
    '9 calls use -> models.py Row.refresh (name-match)',
    '10 calls use -> models.py Own.source (name-match)',
    '11 calls use -> models.py Mine.look (name-match)',
  ]);
});

it('prefers imports inside a function, and resolves a call by the name of its type', async () => {
  const snapshot = {
    'a.py': { symbols: ['function load 1', 'class Router 2-5', 'method Router.mount 3'] },
    'b.py': { symbols: ['function load 1'] },
    'c.py': { symbols: ['class Disk 2-5', 'method Disk.mount 3'] },
    'use.py': {
      imports: ['1 a: load, Router', '5 b: load'],
      symbols: ['function inner 4-8', 'function outer 9-15'],
      locals: ['router in outer', 'it in outer'],
      uses: [
        '6 call load in inner',
        '10 call load in outer',
        '11 call router.mount in outer',
        '12 call it.mount in outer',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'use.py')).toEqual([
    '6 calls inner -> b.py load',
    '10 calls outer -> a.py load',
    '11 calls outer -> a.py Router.mount (import-scoped)',
    '12 calls outer -> mount? 2 (name-match)',
  ]);
});

it('resolves to the last overload, and links methods to the enclosing class', async () => {
  const snapshot = {
    'a.py': {
      symbols: [
        'function run 1',
        'function run 2',
        'function run 3-5',
        'class A 6-8',
        'method A.go 7',
        'class A 9-11',
        'method A.go 10',
      ],
      uses: ['12 call run'],
    },
  };
  const [file] = await linkSnapshot(readSnapshot(snapshot));
  expect(
    file?.edges.map(({ kind, line, from, to }) => [kind, line, from, 'symbol' in to && to.symbol]),
  ).toEqual([
    ['has-method', 7, 3, 4],
    ['has-method', 10, 5, 6],
    ['calls', 12, undefined, 2],
  ]);
});
