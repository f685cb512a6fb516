/** A source file for every language that has its own grammar or scanner, written for these tests. */
import c from '../../fixtures/languages/c.c?raw';
import cpp from '../../fixtures/languages/cpp.cpp?raw';
import csharp from '../../fixtures/languages/CSharp.cs?raw';
import svelte from '../../fixtures/languages/Counter.svelte?raw';
import go from '../../fixtures/languages/go.go?raw';
import markdown from '../../fixtures/languages/guide.md?raw';
import java from '../../fixtures/languages/Java.java?raw';
import javascript from '../../fixtures/languages/settings.cjs?raw';
import restructuredtext from '../../fixtures/languages/manual.rst?raw';
import php from '../../fixtures/languages/php.php?raw';
import python from '../../fixtures/languages/python.py?raw';
import ruby from '../../fixtures/languages/ruby.rb?raw';
import rust from '../../fixtures/languages/rust.rs?raw';
import css from '../../fixtures/languages/text.css?raw';
import yaml from '../../fixtures/languages/text.yaml?raw';
import vue from '../../fixtures/languages/TodoList.vue?raw';
import tsx from '../../fixtures/languages/tsx.tsx?raw';
import typescript from '../../fixtures/languages/typescript.ts?raw';

/** Source texts by the language names that `worker/core` uses. */
export const languageFixtures = {
  c,
  cpp,
  csharp,
  css,
  go,
  java,
  javascript,
  markdown,
  php,
  python,
  restructuredtext,
  ruby,
  rust,
  svelte,
  tsx,
  typescript,
  vue,
  yaml,
} as const;
