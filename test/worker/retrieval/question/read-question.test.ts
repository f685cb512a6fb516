/** Parses a question's class, terms, names and paths from its text alone. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const words = (text: string) => readQuestion(text).terms.map((term) => term.word);

describe('the class', () => {
  it.each([
    ['Where are the chunks of a file joined back?', 'lookup'],
    ['Which function parses the config?', 'lookup'],
    ['Flask.run', 'lookup'],
    ['What does `make_response` do?', 'lookup'],
    ['What is the signature of url_for?', 'lookup'],
    ['How does routing work?', 'how'],
    ['How does `Flask.run` start the server?', 'how'],
    ['Why is the session signed?', 'why'],
    ['who wrote the parser', 'why'],
    ['since which version is it async', 'why'],
    ['What changed between 1.2 and 1.3?', 'why'],
    ['history of the retry limit', 'why'],
    ['When was `Flask.run` added?', 'why'],
    ['What breaks if the cache stops being shared?', 'impact'],
    ['which parts would be affected by removing the pool', 'impact'],
    ['list all the error codes', 'exhaustive'],
    ['How many parsers are there?', 'exhaustive'],
    ['whcih file has the parser', 'lookup'],
    ['What is the default timeout?', 'lookup'],
    ['How do I cache a response?', 'how'],
    ['Handle every empty body in the parser', 'how'],
    ['My handler runs twice. I expected it once.', 'how'],
    ['How do I run the tests?', 'docs'],
    ['which python versions are supported', 'docs'],
    ['How do I install it?', 'docs'],
    ['What is this project?', 'docs'],
    ['Give me an overview', 'docs'],
    ['Where is the installation described?', 'docs'],
    ['Where does setup.py read the license?', 'lookup'],
  ])('of %j is %s', (text, expected) => {
    expect(readQuestion(text).class).toBe(expected);
  });
});

describe('the terms', () => {
  it('are unique and in order, without stop words', () => {
    expect(words('How does the parser parse a chunk, and where is the chunk of the parser?')).toEqual([
      'parser',
      'parse',
      'chunk',
    ]);
  });

  it('exclude misspelled question words', () => {
    expect(words('whcih grammar, wher and waht')).toEqual(['grammar']);
    expect(words('Where is `wher` set?')).toContain('wher');
  });

  it('have every form the index may contain', () => {
    expect(readQuestion('joinedChunks').terms).toEqual([
      {
        word: 'joinedchunks',
        variants: ['joinedchunks', 'join', 'chunk'],
        alternatives: [['joinedchunks'], ['join', 'chunk']],
      },
    ]);
  });

  it('include generic words only if there are no others', () => {
    expect(words('Where is the code of the routing?')).toEqual(['routing']);
    expect(words('Where is the code?')).toEqual(['code']);
  });

  it.each([
    ['How does `app` handle requests?', 'app'],
    ['What happens in `show`?', 'show'],
    ['Where is `with_` or `do` used?', 'do'],
  ])('include a common word if it is written as code: %s', (text, name) => {
    expect(words(text)).toContain(name);
    expect(readQuestion(text).identifiers).toContain(name);
  });

  it('exclude words that request documents, unless there are no others', () => {
    expect(words('Where is the guide about sessions?')).toEqual(['sessions']);
    expect(words('Where is the documentation?')).toEqual(['documentation']);
    expect(words('Which function renders a page?')).toContain('page');
  });

  it('include names anywhere in a long question', () => {
    const filler = Array.from(
      { length: 60 },
      (_, index) => `reason${String.fromCodePoint(97 + (index % 26))}${index}`,
    );
    const found = words(`${filler.join(' ')} and last of all \`lateName\``);
    expect(found).toContain('latename');
    expect(found.length).toBeLessThanOrEqual(41);
  });

  it('include each part of a name, and single-letter names', () => {
    expect(readQuestion('Where is Router::route() called?').terms.map((term) => term.word)).toEqual([
      'router',
      'route',
      'called',
    ]);
    expect(readQuestion('Where is `$request` set?').terms[0]).toEqual({
      word: '$request',
      variants: ['request'],
      alternatives: [['request']],
    });
  });
});

describe('names', () => {
  it.each([
    ['What does `run` do?', ['run']],
    ['How is make_response used?', ['make_response']],
    ['Who calls getUserName?', ['getUserName']],
    ['Where is HTTPServer made?', ['HTTPServer']],
    ['Where is Flask.run?', ['Flask.run']],
    ['Where is Router::route()?', ['Router.route']],
    ['Where is Router#route?', ['Router.route']],
    ['What does load() read?', ['load']],
    ['Where is _private?', ['_private']],
    ['Tools e.g. parsers, i.e. readers', []],
    ['Does it use the HTTP API of NASA?', []],
    ['What is `a b c` or `x + y`?', []],
  ])('written as code in %j are %j', (text, expected) => {
    expect(readQuestion(text).identifiers).toEqual(expected);
  });

  it('that may be plain words are listed separately', () => {
    const question = readQuestion('How does Blueprint register with `Flask`?');
    expect(question.identifiers).toEqual(['Flask']);
    expect(question.possibleNames).toEqual(['Blueprint', 'register']);
  });
});

describe('paths', () => {
  it.each([
    ['What is in src/flask/app.py?', ['src/flask/app.py']],
    ['What does worker/core/ hold?', ['worker/core']],
    ['Explain `chunk-store.ts`.', ['chunk-store.ts']],
    ['Is README.md read?', ['README.md']],
    ['a/b and c.rs, d.go: e.h', ['a/b', 'c.rs', 'd.go', 'e.h']],
    ['Does this and/or that work', ['and/or']],
    ['It costs 3.5 euros.', []],
  ])('in %j are %j', (text, expected) => {
    expect(readQuestion(text).paths).toEqual(expected);
  });
});

describe('the request', () => {
  it('is an overview only if it mentions nothing specific', () => {
    expect(readQuestion('What does this repository do?').isOverview).toBe(true);
    expect(readQuestion('What does this repository do with cookies?').isOverview).toBe(false);
    expect(readQuestion('What does src/app.py do in this project?').isOverview).toBe(false);
    expect(readQuestion('What?').isOverview).toBe(false);
  });

  it.each(['What is this project?', 'what does the repository do', 'Give me an overview of this library'])(
    'for an overview excludes words that fit any repository: %s',
    (text) => expect(readQuestion(text)).toMatchObject({ isOverview: true, terms: [] }),
  );

  it('for a part keeps generic words if there are no others', () => {
    expect(readQuestion('project').terms.map(({ word }) => word)).toEqual(['project']);
  });

  it('is for tests or examples if it mentions them', () => {
    expect(readQuestion('Where are the tests of routing?')).toMatchObject({
      asksForTests: true,
      asksForExamples: false,
    });
    expect(readQuestion('Show an example of routing')).toMatchObject({
      asksForTests: false,
      asksForExamples: true,
    });
    expect(readQuestion('What is the latest contest?')).toMatchObject({
      asksForTests: false,
      asksForExamples: false,
    });
  });
});

it('does not treat documents about testing as tests', () => {
  expect(readQuestion('Where is the guide about testing?').asksForTests).toBe(false);
  expect(readQuestion('Which tests cover the session signer?').asksForTests).toBe(true);
});

it.each([
  ['Sessions are signed twice, reject the second one', true],
  ['fix: sessions expire a day too early', true],
  ['Sessions are signed twice?', false],
  ['explain the session signer to me', false],
  ['session signer', false],
])('reads %s as a statement: %s', (text, isStatement) =>
  expect(readQuestion(text).isStatement).toBe(isStatement),
);

describe('unusual questions', () => {
  it.each([
    [''],
    [' '],
    ['?'],
    ['🚀🚀🚀'],
    ['how does it do this'],
    ['``'],
    ['`'],
    ['....'],
    ['/'],
    ['"\\\''],
  ])('%j has no terms to search for', (text) => {
    expect(readQuestion(text)).toMatchObject({ terms: [], identifiers: [], possibleNames: [], paths: [] });
  });

  it.each([
    ['a.', 2_000],
    ['a/', 2_000],
    ['`', 4_000],
    ['a::', 1_300],
    ['a.py.', 800],
    ['(', 4_000],
    ['A', 4_000],
    ['aB', 2_000],
    ['\n', 4_000],
  ])('a long repetition of %j is parsed', (piece, times) => {
    expect(readQuestion(piece.repeat(times)).terms.length).toBeLessThan(50);
  });

  it('in any script produce terms that the index can contain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const question = readQuestion(text);
        for (const term of question.terms) {
          expect(term.variants.length).toBeGreaterThan(0);
          for (const form of term.variants) expect(form).toMatch(/^[\p{L}\p{N}_]{1,60}$/u);
        }
        expect(new Set(question.terms.map((term) => term.word)).size).toBe(question.terms.length);
      }),
    );
  });
});
