/** The languages that have a grammar, by the names in `core/files/language.ts`. */

import { c } from './languages/c.ts';
import { cpp } from './languages/cpp.ts';
import { csharp } from './languages/csharp.ts';
import { go } from './languages/go.ts';
import { java } from './languages/java.ts';
import { javascript } from './languages/javascript.ts';
import type { LanguageRules } from './languages/language.ts';
import { php } from './languages/php.ts';
import { python } from './languages/python.ts';
import { ruby } from './languages/ruby.ts';
import { rust } from './languages/rust.ts';
import { tsx, typescript } from './languages/typescript.ts';

export const languages: Readonly<Record<string, LanguageRules>> = {
  c,
  cpp,
  csharp,
  go,
  java,
  javascript,
  php,
  python,
  ruby,
  rust,
  tsx,
  typescript,
};
