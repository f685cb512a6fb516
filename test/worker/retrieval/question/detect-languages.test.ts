/** Detects the language of a question by its script. */
import { expect, it } from 'vitest';
import { detectLanguages } from '../../../../worker/retrieval/question/detect-languages.ts';

it.each([
  ['How do I declare a body?', 'en'],
  ['Comment déclarer un corps ?', 'en'],
  ['リクエストボディはどこで宣言しますか', 'ja'],
  ['如何声明请求体', 'zh'],
  ['요청 본문', 'ko'],
  ['Как объявить тело запроса?', 'ru'],
  ['Як оголосити тіло запиту?', 'uk'],
])('detects the language of %s as %s', (text, language) => {
  expect(detectLanguages(text)[0]).toBe(language);
});
