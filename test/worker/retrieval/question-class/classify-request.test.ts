/** What is a greeting, and what is a search of a few words or a question about the code. */
import { expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

it.each([
  'Hi!',
  'many thanks',
  'What can you do?',
  'help',
  'hi, how are you',
  "you're great",
  'Who are you?',
])('takes %j for a greeting', (text) => {
  expect(readQuestion(text).request).toBe('conversation');
});

it.each([
  'ticket printer',
  'seat map cache',
  'password rules',
  'nightly export job',
  'hello route',
  'greeting card renderer',
  'cookies signed encrypted',
  'great circle distance',
  'perfect hash',
  'perfect forwarding',
  'nice levels',
  'Great performance',
  'good first issue',
  'Good morning message',
  'hello handler',
  'hello world',
  'hello endpoint test',
  'thank you page',
  'welcome',
])('takes %j for a search', (text) => {
  expect(readQuestion(text).request).toBeUndefined();
});

it.each([
  'Hello, tell me about sessions',
  'Hey, tell me about caching',
  'Thanks! Tell me more about sessions',
  'Hello, give me an overview',
  'Hi, may I ask how sessions are stored',
  'Hello, can I ask about sessions?',
  'Hi, I need help with the router',
  'Can you help me with routing?',
  'Could you help me with the scheduler?',
  'are you sure it is called there?',
  'Can you stream?',
  'How can I help?',
  'Thanks! How does this work?',
  'Hi, what does `hello` do?',
])('takes %j for a question', (text) => {
  expect(readQuestion(text).request).toBeUndefined();
});
