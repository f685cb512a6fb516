/**
 * Brings the grammar of a language into a highlighter, once. In goes the server's name of the language, out comes the
 * name the highlighter knows it by; null when there is no grammar for it.
 */
import type { HighlighterCore } from 'shiki/core';
import { grammarOf } from './grammars.ts';

export async function loadGrammar(core: HighlighterCore, language: string): Promise<string | null> {
  const load = grammarOf(language);
  if (load === undefined) return null;
  const { default: registrations } = await load();
  await core.loadLanguage(registrations);
  // A grammar brings those it embeds; its own comes last.
  return registrations.at(-1)?.name ?? null;
}
