/** Splits a text with several questions, and leaves a single question whole however long it is. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitQuestion } from '../../../../worker/retrieval/question/split-question.ts';

describe('several questions', () => {
  it.each<[string, readonly string[]]>([
    [
      'How are chunks split and where are vectors stored?',
      ['How are chunks split', 'where are vectors stored'],
    ],
    [
      'How are sessions signed? Where is the secret key read?',
      ['How are sessions signed', 'Where is the secret key read'],
    ],
    [
      'where is the parser made; how does it skip files; what is masked in them',
      expect.arrayContaining(['where is the parser made']) as unknown as readonly string[],
    ],
    [
      'How are chunks, symbols and edges stored?',
      ['How are chunks stored', 'How are symbols stored', 'How are edges stored'],
    ],
    [
      'Where are request headers, cookies, and query parameters parsed before routing?',
      [
        'Where are request headers parsed before routing',
        'Where are cookies parsed before routing',
        'Where are query parameters parsed before routing',
      ],
    ],
    [
      'Explain how sessions are stored and where they expire',
      ['how sessions are stored', 'Where sessions expire'],
    ],
    [
      'I want to know how uploads are streamed and also what limits their size.',
      ['how uploads are streamed', 'What limits the size of uploads'],
    ],
    [
      'Can you tell me where the cache is invalidated and who calls it?',
      ['where the cache is invalidated', 'Who calls the cache'],
    ],
    [
      'How do plugins get loaded, in what order do they run, and how can an unused one be disabled?',
      ['How do plugins get loaded', 'In what order do plugins run', 'how can an unused one be disabled'],
    ],
    [
      'How are migrations applied and can they be rolled back?',
      ['How are migrations applied', 'Can migrations be rolled back'],
    ],
    [
      '1. How are files parsed? 2. How are symbols linked?',
      ['How are files parsed', 'How are symbols linked'],
    ],
    [
      'First, how is the index built? Second, how is it queried?',
      ['how is the index built', 'How is the index queried'],
    ],
    ['how are jobs scheduled & where do results go', ['how are jobs scheduled', 'where do results go']],
    [
      'Describe the retry policy, and explain how timeouts interact with it.',
      ['Describe the retry policy', 'How timeouts interact with the retry policy'],
    ],
    [
      'How does login work? Is the password hashed? With which algorithm?',
      ['How does login work', 'Is the password hashed, With which algorithm'],
    ],
  ])('are split: %s', (text, parts) => {
    const planned = splitQuestion(text);
    expect(planned).toEqual(parts);
    expect(planned.length).toBeGreaterThan(1);
  });

  it.each([
    [
      'Which module parses the arguments, and how does it report unknown flags?',
      'how does the module that parses the arguments report unknown flags',
    ],
    [
      'How are users, roles and permissions modelled and how are they checked?',
      'how are users, roles and permissions checked',
    ],
    [
      'What does the parser do with comments? And where are they attached to nodes?',
      'where are comments attached to nodes',
    ],
    ['How does the parser read files and where does it skip them?', 'Where does the parser skip files'],
    ['How are tabs told and where are they counted?', 'Where are tabs counted'],
  ])('resolve "it" and "they": %s', (text, second) => expect(splitQuestion(text)[1]).toBe(second));

  it('are standalone, with missing words taken from earlier parts', () => {
    const [first, second] = splitQuestion('How does `ChunkStore` join chunks and where is it tested?');
    expect(first).toBe('How does `ChunkStore` join chunks');
    expect(second).toContain('ChunkStore');
  });
});

describe('one question', () => {
  it.each([
    'How are chunks split and joined?',
    'What happens when the queue is full and a job is added?',
    'How does the cache decide what to evict and when?',
    'How does the parser, where it fails, recover?',
    'Is it known where and why the worker restarts?',
    'Find how often and where the lock is taken',
    'Explain how it decides when a job ends and where it stops.',
    'My upload hangs. I use the default settings. How is the timeout computed?',
    'What is the name of the function that knows how routes are matched?',
    'How does the server start, and why?',
    'Is the file read and are lines kept?',
    'How are chunks split, joined and stored?',
    'How are files parsed, chunked and embedded before they are stored?',
    'How does the parser read and skip files?',
    'Where is the difference between tabs and spaces told?',
    'What happens when a request times out and is tried again?',
    'Which module knows where and how chunks are stored?',
    'Which function decides when a job ends and how it is told?',
    'How do I install it?',
    'ChunkStore',
    'Fix the parser. It skips files. Tests were added; see the log.',
    'Fix parsing of headers and cookies',
    'How does it work, and why?',
    'e.g. how is a.py read?',
    '',
    '?',
  ])('stays one: %j', (text) => expect(splitQuestion(text)).toEqual([]));

  it('stays one if it has too many parts', () =>
    expect(splitQuestion(`${'How are chunks split? '.repeat(4)}`)).toEqual([]));

  it('stays one if it is very long', () =>
    expect(splitQuestion(`How is ${'very '.repeat(200)}long text cut? Where is it kept?`)).toEqual([]));
});

it('returns no parts, or two or three non-empty ones, for any text', () => {
  const word = fc.constantFrom(
    'how',
    'where',
    'are',
    'chunks',
    'and',
    ',',
    ';',
    '?',
    '. ',
    'stored',
    'it',
    '`a`',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const planned = splitQuestion(words.join(' '));
      expect([0, 2, 3]).toContain(planned.length);
      for (const part of planned) expect(part.trim()).not.toBe('');
    }),
  );
});
