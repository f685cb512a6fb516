/** Rules rewrite follow-ups as standalone questions and leave standalone questions unchanged. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EarlierTurn } from '../../../../worker/core/answers/conversation.ts';
import type { Subject } from '../../../../worker/core/answers/question.ts';
import { rewriteFollowUp } from '../../../../worker/retrieval/follow-up/rewrite-follow-up.ts';

const symbol = (name: string, path = 'src/app.py'): Subject => ({ name, kind: 'symbol', path });
const file = (path: string): Subject => ({ name: path, kind: 'file', path });
const topic = (name: string): Subject => ({ name, kind: 'topic', path: undefined });
const turn = (question: string, ...subjects: Subject[]): EarlierTurn => ({ question, subjects });

const turns = {
  sessions: turn(
    'How are sessions signed?',
    topic('the signing of sessions'),
    symbol('SessionSigner', 'src/sessions.py'),
  ),
  router: turn(
    'How does the router match a path?',
    topic('the router'),
    symbol('Router.match', 'src/router.ts'),
  ),
  makeResponse: turn('What does `make_response` do?', symbol('make_response', 'src/helpers.py')),
  run: turn('Where is `Flask.run` defined?', symbol('Flask.run')),
  sinceWhen: turn('Since when is `Flask.run` there?'),
  file: turn(
    'What does src/flask/app.py contain?',
    file('src/flask/app.py'),
    symbol('Flask', 'src/flask/app.py'),
  ),
  two: turn('What is the difference between `encode` and `decode`?', symbol('encode'), symbol('decode')),
  errors: turn('How are errors handled?', topic('the handling of errors')),
  logging: turn('How do I configure logging?', topic('logging')),
  overview: turn('What is this project?', topic('this project')),
  targets: turn('How are symbols read in Python?', topic('the reading of symbols')),
  context: turn('How does the request context get pushed?', topic('the request context')),
  callers: turn('What calls `Flask.run`?', symbol('Flask.run'), symbol('main', 'src/cli.py')),
  callersInFile: turn('What calls `run` in src/app.py?', symbol('run')),
  listed: turn(
    'What calls `Flask.run`?',
    symbol('Flask.run'),
    { ...symbol('main', 'src/cli.py'), isListed: true },
    { ...symbol('serve', 'src/serve.py'), isListed: true },
  ),
} satisfies Record<string, EarlierTurn>;
type Turns = keyof typeof turns;

const followUps: readonly (readonly [string, Turns, string])[] = [
  ['who calls it?', 'run', 'Who calls `Flask.run`?'],
  ['and since when?', 'run', 'Since when is `Flask.run` there?'],
  ['since when is it so?', 'run', 'Since when is `Flask.run` there?'],
  ['who did that?', 'run', 'Who last changed `Flask.run`?'],
  ['and who wrote it?', 'run', 'Who introduced `Flask.run`?'],
  ['why?', 'sinceWhen', 'Why is `Flask.run` needed?'],
  ['and what breaks if I change that?', 'run', 'What breaks if I change `Flask.run`?'],
  ['what would break if I changed it?', 'run', 'What would break if I changed `Flask.run`?'],
  ['What breaks?', 'callers', 'What breaks if I change `Flask.run`?'],
  ['what calls that function?', 'run', 'What calls `Flask.run`?'],
  ['what imports that file?', 'file', 'What imports `src/flask/app.py`?'],
  ['dependents?', 'run', 'What are the dependents of `Flask.run`?'],
  ['what about `make_response`?', 'callers', 'What calls `make_response`?'],
  ['and in tests?', 'callers', 'What calls `Flask.run` in tests?'],
  ['only in tests please', 'callers', 'What calls `Flask.run` in tests?'],
  ['in tests only', 'callers', 'What calls `Flask.run` in tests?'],
  ['just the ones in tests', 'callers', 'What calls `Flask.run` in tests?'],
  ['and in the tests?', 'callers', 'What calls `Flask.run` in the tests?'],
  ['only in tests', 'callersInFile', 'What calls `run` in src/app.py in tests?'],
  ['and outside tests?', 'callers', 'What calls `Flask.run` outside tests?'],
  ['what about those in src?', 'callers', 'What calls `Flask.run` in src?'],
  ['the first one', 'listed', '`main`'],
  ['what does the first one call?', 'listed', 'What does `main` call?'],
  ['who calls the last one?', 'listed', 'Who calls `serve`?'],
  ['and who calls it?', 'listed', 'Who calls `Flask.run`?'],
  ['Where is it tested?', 'sessions', 'Where is the signing of sessions tested?'],
  ['Where is it tested?', 'run', 'Where is `Flask.run` tested?'],
  ['where are they stored?', 'sessions', 'Where are sessions stored?'],
  ['where are they stored?', 'run', 'Where is `Flask.run` stored?'],
  ['how does it work?', 'router', 'How does the router work?'],
  ['How does this work?', 'makeResponse', 'How does `make_response` work?'],
  ['how does that work?', 'file', 'How does `src/flask/app.py` work?'],
  ['who calls it?', 'run', 'Who calls `Flask.run`?'],
  ['Who calls it?', 'router', 'Who calls `Router.match`?'],
  ['what does it return?', 'makeResponse', 'What does `make_response` return?'],
  ['what does it return?', 'router', 'What does `Router.match` return?'],
  ['What are its parameters?', 'makeResponse', "What are `make_response`'s parameters?"],
  ['Where are its unit tests?', 'router', 'Where are the unit tests of the router?'],
  ['Is it thread safe?', 'run', 'Is `Flask.run` thread safe?'],
  ["what's it for?", 'run', "What's `Flask.run` for?"],
  ['Why does it do that?', 'makeResponse', 'Why does `make_response` do that?'],
  ['and how does it differ from `abort`?', 'makeResponse', 'How does `make_response` differ from `abort`?'],
  ['How do I install it?', 'overview', 'How do I install this project?'],
  ['How is this tested?', 'errors', 'How is the handling of errors tested?'],
  ['Is that used anywhere else?', 'run', 'Is `Flask.run` used anywhere else?'],
  ['Which tests cover them?', 'errors', 'Which tests cover errors?'],
  ['can they be nested?', 'sessions', 'Can sessions be nested?'],
  ['Where do these come from?', 'errors', 'Where do errors come from?'],
  ['What does the function return?', 'makeResponse', 'What does `make_response` return?'],
  ['what does this method take?', 'run', 'What does `Flask.run` take?'],
  ['Who uses the class?', 'sessions', 'Who uses `SessionSigner`?'],
  ['What else is in the file?', 'run', 'What else is in `src/app.py`?'],
  ['What does that module import?', 'file', 'What does `src/flask/app.py` import?'],
  ['does it use the same function?', 'file', 'Does `src/flask/app.py` use `Flask`?'],
  ['What happens there?', 'file', 'What happens in `src/flask/app.py`?'],
  ['What else is defined in there?', 'file', 'What else is defined in `src/flask/app.py`?'],
  ['Where is this limit set?', 'router', 'Where is the limit of the router set?'],
  ['what does the former return?', 'two', 'What does `encode` return?'],
  ['Where is the latter used?', 'two', 'Where is `decode` used?'],
  ['what does the second one raise?', 'two', 'What does `decode` raise?'],
  ['tell me about the first one', 'two', 'Tell me about `encode`'],
  ['explain it', 'router', 'Explain the router'],
  ['why?', 'sessions', 'Why are sessions signed?'],
  ['Why?', 'run', 'Why is `Flask.run` needed?'],
  ['but why is that?', 'router', 'Why does the router match a path?'],
  ['where?', 'sessions', 'Where are sessions signed?'],
  ['where exactly?', 'run', 'In which file is `Flask.run` defined?'],
  ['when?', 'context', 'When does the request context get pushed?'],
  ['how?', 'run', 'How does `Flask.run` work?'],
  ['in which file?', 'sessions', 'In which file are sessions signed?'],
  ['which class is that in?', 'sessions', 'In which class are sessions signed?'],
  ['In what file?', 'makeResponse', 'In which file is `make_response` defined?'],
  ['and then what?', 'sessions', 'What happens after sessions are signed?'],
  ['more', 'router', 'Tell me more about the router.'],
  ['Tell me more about it.', 'run', 'Tell me more about `Flask.run`.'],
  ['go on', 'sessions', 'Tell me more about the signing of sessions.'],
  ['can you explain that in more detail?', 'router', 'Tell me more about the router.'],
  ['show me an example', 'makeResponse', 'Show an example of `make_response`.'],
  ['any examples?', 'errors', 'Show an example of the handling of errors.'],
  ['show me the code', 'sessions', 'Show the code of `SessionSigner`.'],
  ['callers?', 'run', 'What are the callers of `Flask.run`?'],
  ['and the tests?', 'sessions', 'Where are the tests of the signing of sessions?'],
  ['what about tests?', 'run', 'Where are the tests of `Flask.run`?'],
  ['return type?', 'makeResponse', 'What is the return type of `make_response`?'],
  ['what about cookies?', 'sessions', 'How are cookies signed?'],
  ['how about the cookie?', 'sessions', 'How is the cookie signed?'],
  ['and the parser?', 'errors', 'How is the parser handled?'],
  ['what about `abort`?', 'makeResponse', 'What does `abort` do?'],
  ['and `Flask.test_client`?', 'run', 'Where is `Flask.test_client` defined?'],
  ['same for src/flask/cli.py?', 'file', 'What does src/flask/cli.py contain?'],
  ['what about deletion?', 'sessions', 'How does deletion work for sessions?'],
  ['What about validation?', 'makeResponse', 'How does validation work in `make_response`?'],
  ['what about the request?', 'router', 'How does the request work for the router?'],
  ['and in the client?', 'sessions', 'How are sessions signed in the client?'],
  ['for websockets?', 'errors', 'How are errors handled for websockets?'],
  ['what if the key is missing?', 'sessions', 'How are sessions signed if the key is missing?'],
  ['and the async one?', 'router', 'How does the async router match a path?'],
  ['can I turn that off?', 'sessions', 'Can I turn the signing of sessions off?'],
  ['can they have their own keys?', 'sessions', 'Can sessions have their own keys?'],
  ['what about Rust?', 'targets', 'How are symbols read in Rust?'],
  ['what about nested ones?', 'sessions', 'How are nested sessions signed?'],
  ['and the async version?', 'makeResponse', 'What does the async version of `make_response` do?'],
  ['and popped?', 'context', 'How does the request context get popped?'],
  ['and verified?', 'sessions', 'How are sessions verified?'],
];

const standaloneQuestions: readonly string[] = [
  'How does this project work?',
  'What is this repository?',
  'what does this codebase do?',
  'Is there a cache?',
  'Are there any tests?',
  'Where are there two copies of a chunk?',
  'There is a bug in the parser, where is it?',
  'How is it possible to add a route?',
  'Is it possible to run without a network?',
  'Why is it necessary to sign cookies?',
  'How long does it take to start the server?',
  'How does it all work?',
  'What is the function that parses dates?',
  'Where is the class that holds the chunks?',
  'Which file defines the function for retries?',
  'What does the method `run` do?',
  'Where is the file with the settings?',
  'How does the app know that a session has changed?',
  'Where does the app load its config?',
  'how a blueprint inherits routing from its base class',
  'The parser reads a chunk at a time. Where is this limit set?',
  'Drop empty branches from the pattern. This prevents it from matching too much.',
  'Keep the writer (the function injected by the runner) as it is.',
  'How do workers report their progress?',
  'Where is the config loaded and where is it used?',
  'When a session is opened, where is it stored?',
  'How does the server restart itself?',
  'If `verify` fails, what does it raise?',
  'I added a route to the app. Why is it not found?',
  'How are requests authenticated?',
  'Where is `Flask.run` defined?',
  'and how are cookies parsed?',
  'cookies',
  'request context handling',
  'What is in src/flask/app.py?',
  'What does `this` refer to in `it`?',
  'Which types are accepted by the parser?',
  'explain everything',
  'How is the first chunk of a file cut?',
  'What happens in the last stage?',
  'Does the parser handle that many files?',
  'How are errors handled in this way?',
  'thanks!',
  'Are you sure?',
  'Is that right?',
  '',
  '???',
];

describe('a follow-up', () => {
  it.each(followUps)('%j after %s becomes %j', (question, earlier, expected) => {
    const { text, carried } = rewriteFollowUp(question, [turns[earlier]]);
    expect(text).toBe(expected);
    expect(carried.length).toBeGreaterThan(0);
  });
});

describe('a standalone question', () => {
  it.each(standaloneQuestions)('%j is unchanged after any earlier turn', (question) => {
    for (const earlier of Object.values(turns))
      expect(rewriteFollowUp(question, [earlier])).toEqual({ text: question, carried: [] });
  });

  it.each(followUps.map(([question]) => question))(
    'is any question without earlier turns: %j',
    (question) => {
      expect(rewriteFollowUp(question, [])).toEqual({ text: question, carried: [] });
    },
  );
});

describe('carried words', () => {
  it('are the referents without backticks', () => {
    expect(rewriteFollowUp('who calls it?', [turns.run]).carried).toEqual(['Flask.run']);
    expect(rewriteFollowUp('Where is it tested?', [turns.sessions]).carried).toEqual([
      'the signing of sessions',
    ]);
  });

  it('come from an older turn if the last one has no subjects', () => {
    const declined = turn('How are answers graded?');
    expect(rewriteFollowUp('who calls it?', [turns.run, declined]).text).toBe('Who calls `Flask.run`?');
    expect(rewriteFollowUp('who calls it?', [turns.router, turns.run]).text).toBe('Who calls `Flask.run`?');
  });

  it('come from the words of the question if no turn has subjects', () => {
    expect(rewriteFollowUp('where is it tested?', [turn('How does the router match a path?')]).text).toBe(
      'Where is the router tested?',
    );
    expect(rewriteFollowUp('who calls it?', [turn('Where is `Flask.run` defined?')]).text).toBe(
      'Who calls `Flask.run`?',
    );
  });

  it('pass through several turns without subjects', () => {
    const earlierTurns = [turn('Where is `Flask.run` defined?'), turn('who calls it?')];
    expect(rewriteFollowUp('and what does it return?', earlierTurns).text).toBe(
      'What does `Flask.run` return?',
    );
    const topics = [turn('How are sessions signed?'), turn('where?'), turn('and in the client?')];
    expect(rewriteFollowUp('are they encrypted?', topics).text).toBe('Are sessions encrypted?');
  });

  it('come from the last question even if it was declined', () => {
    const declined = turn('Where is `Frisbee` defined?');
    expect(rewriteFollowUp('what about `Flask`?', [turns.run, declined]).text).toBe(
      'Where is `Flask` defined?',
    );
  });
});

describe('rewriting', () => {
  const pieces = [...followUps.map(([question]) => question), ...standaloneQuestions];
  const questions = fc.oneof(
    fc.constantFrom(...pieces),
    fc
      .array(
        fc.constantFrom(
          ...'it its this that they them there here and or what about the function file one how where is does `a` src/a.py in of for called return , ? why same first latter more'.split(
            ' ',
          ),
        ),
        { maxLength: 12 },
      )
      .map((words) => words.join(' ')),
    fc.string({ maxLength: 80 }),
  );
  const earlier = fc.array(
    fc.oneof(
      fc.constantFrom(...Object.values(turns)),
      fc.record({
        question: questions,
        subjects: fc.array(
          fc.record({
            name: fc.constantFrom('Flask.run', 'src/a.py', 'the signing of sessions', 'it', 'that file'),
            kind: fc.constantFrom('symbol' as const, 'file' as const, 'topic' as const),
            path: fc.constantFrom('src/a.py', undefined),
          }),
          { maxLength: 3 },
        ),
      }),
    ),
    { maxLength: 3 },
  );

  it('is idempotent, and does not change a question without carried words', () => {
    fc.assert(
      fc.property(questions, earlier, (question, before) => {
        const { text, carried } = rewriteFollowUp(question, before);
        expect(rewriteFollowUp(text, before)).toEqual({ text, carried: [] });
        if (carried.length === 0) expect(text).toBe(question);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves a very long question unchanged', () => {
    const long = 'it and that of the function there '.repeat(2_000);
    expect(rewriteFollowUp(long, [turns.run]).text).toBe(long);
  });
});

describe('a question about the project', () => {
  it.each([
    ['What license is it under?', 'What license is this project under?'],
    ['How do I install it?', 'How do I install this project?'],
    ['How can I contribute to it?', 'How can I contribute to this project?'],
  ])('%s ignores the subjects of earlier turns', (question, text) => {
    for (const earlier of Object.values(turns))
      expect(rewriteFollowUp(question, [earlier])).toEqual({ text, carried: ['this project'] });
  });

  it('is not recognized by the word "install" alone', () => {
    const { text } = rewriteFollowUp('Does it install a signal handler?', [turns.run]);
    expect(text).toBe('Does `Flask.run` install a signal handler?');
  });
});
