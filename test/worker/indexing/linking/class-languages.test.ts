/** Java, C#, PHP and Ruby: packages and namespaces, members without a receiver, traits and modules. */
import { expect, it } from 'vitest';
import { linkToLines } from './snapshot.ts';

it('resolves within a Java package, through imports, and to members of the enclosing type', async () => {
  const snapshot = {
    'a/Shape.java': { namespace: 'a', symbols: ['interface Shape 1-3', 'method Shape.area 2'] },
    'a/Box.java': {
      namespace: 'a',
      imports: ['1 b.Log: * as Log', '2 b.Texts: shout', '3 java.util.List: * as List'],
      symbols: ['class Box 4-20', 'method Box.Box 5', 'method Box.area 6-8', 'method Box.show 9-19'],
      fields: ['log: Log in Box'],
      typed: ['shape: Shape in Box.show', 'items: List in Box.show'],
      uses: [
        '4 implements Shape in Box',
        '10 call area in Box.show',
        '11 call log.write in Box.show',
        '12 call this.log.write in Box.show',
        '13 call shape.area in Box.show',
        '14 call Log.of in Box.show',
        '15 call shout in Box.show',
        '16 call items.write in Box.show',
        '17 call Box in Box.show',
        '18 call System.write in Box.show',
      ],
    },
    'b/Log.java': { namespace: 'b', symbols: ['class Log 1-9', 'method Log.write 2', 'method Log.of 3'] },
    'b/Texts.java': { namespace: 'b', symbols: ['class Texts 1-5', 'method Texts.shout 2'] },
  };
  expect(await linkToLines(snapshot, 'a/Box.java')).toEqual([
    '4 implements Box -> a/Shape.java Shape',
    '10 calls Box.show -> Box.area',
    '11 calls Box.show -> b/Log.java Log.write',
    '12 calls Box.show -> b/Log.java Log.write',
    '13 calls Box.show -> a/Shape.java Shape.area',
    '14 calls Box.show -> b/Log.java Log.of',
    '15 calls Box.show -> b/Texts.java Texts.shout',
    '17 calls Box.show -> Box',
    '17 calls Box.show -> Box.Box',
  ]);
  expect(await linkToLines(snapshot, 'a/Box.java', { kinds: ['imports'] })).toEqual([
    '1 imports -> b/Log.java',
    '1 imports -> b/Log.java Log',
    '2 imports -> b/Texts.java',
    '2 imports -> b/Texts.java Texts.shout',
    '3 imports -> package java.util',
  ]);
});

it('merges partial C# classes, and imports only the used files of a namespace', async () => {
  const snapshot = {
    'IShape.cs': { namespace: 'Geo', symbols: ['interface IShape 1-3', 'method IShape.Area 2'] },
    'Box.cs': {
      namespace: 'Geo',
      symbols: ['class Base 1-2', 'class Box 4-9', 'method Box.Area 5-7'],
      uses: ['4 extends Base in Box', '4 extends IShape in Box', '6 call Scale in Box.Area'],
    },
    'BoxScale.cs': { namespace: 'Geo', symbols: ['class Box 1-4', 'method Box.Scale 2'] },
    'Other.cs': { namespace: 'Other', symbols: ['class Box 1-4', 'method Box.Scale 2'] },
    'Main.cs': {
      namespace: 'App',
      imports: ['1 Geo: **', '2 System: **'],
      symbols: ['class Main 3-9', 'method Main.Run 4-8'],
      typed: ['box: Box in Main.Run'],
      uses: ['5 call Box in Main.Run', '6 call box.Area in Main.Run'],
    },
  };
  expect(await linkToLines(snapshot, 'Box.cs')).toEqual([
    '4 extends Box -> Base',
    '4 implements Box -> IShape.cs IShape',
    '6 calls Box.Area -> BoxScale.cs Box.Scale',
  ]);
  expect(await linkToLines(snapshot, 'Main.cs', { kinds: ['imports', 'calls'] })).toEqual([
    '1 imports -> Box.cs',
    '2 imports -> package System',
    '5 calls Main.Run -> Box.cs Box',
    '6 calls Main.Run -> Box.cs Box.Area',
  ]);
});

it('follows this, parent, static and traits in PHP', async () => {
  const snapshot = {
    'src/Model.php': {
      namespace: 'App',
      symbols: ['class Model 1-9', 'method Model.__construct 2', 'method Model.save 3'],
    },
    'src/Loud.php': { namespace: 'App', symbols: ['trait Loud 1-3', 'method Loud.shout 2'] },
    'src/User.php': {
      namespace: 'App',
      imports: ['1 Http.Client: * as Http'],
      symbols: ['class User 2-20', 'method User.save 3-9', 'function helper 21'],
      uses: [
        '2 extends Model in User',
        '3 extends Loud in User',
        '4 call parent.save in User.save',
        '5 call this.shout in User.save',
        '6 call static.save in User.save',
        '7 call User in User.save',
        '8 call Http.get in User.save',
        '9 call helper in User.save',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'src/User.php')).toEqual([
    '2 extends User -> src/Model.php Model',
    '3 extends User -> src/Loud.php Loud',
    '4 calls User.save -> src/Model.php Model.save',
    '5 calls User.save -> src/Loud.php Loud.shout',
    '6 calls User.save -> User.save',
    '7 calls User.save -> User',
    '7 calls User.save -> src/Model.php Model.__construct',
    '9 calls User.save -> helper',
  ]);
});

it('finds Ruby constants and methods in required files and in all other files', async () => {
  const snapshot = {
    'lib/shop.rb': { imports: ['1 ./shop/cart: **'], symbols: ['module Shop 2-9', 'method Shop.open 3'] },
    'lib/shop/cart.rb': {
      symbols: [
        'module Shop 1-20',
        'class Shop.Cart 2-19',
        'method Shop.Cart.initialize 3',
        'method Shop.Cart.total 4-6',
        'method Shop.Cart.price_all 7',
      ],
      uses: ['5 call price_all in Shop.Cart.total'],
    },
    'lib/shop/rush.rb': {
      symbols: ['class Rush 1-9', 'method Rush.total 2-4'],
      uses: [
        '1 extends Shop.Cart in Rush',
        '3 call super in Rush.total',
        '4 call Shop.Cart.new in Rush.total',
        '4 call Shop.Cart.new().total in Rush.total',
      ],
    },
  };
  expect(await linkToLines(snapshot, 'lib/shop/cart.rb')).toEqual([
    '5 calls Shop.Cart.total -> Shop.Cart.price_all',
  ]);
  expect(await linkToLines(snapshot, 'lib/shop/rush.rb')).toEqual([
    '1 extends Rush -> lib/shop/cart.rb Shop.Cart',
    '3 calls Rush.total -> lib/shop/cart.rb Shop.Cart.total',
    '4 calls Rush.total -> lib/shop/cart.rb Shop.Cart',
    '4 calls Rush.total -> lib/shop/cart.rb Shop.Cart.initialize',
    '4 calls Rush.total -> lib/shop/cart.rb Shop.Cart.total',
  ]);
});
