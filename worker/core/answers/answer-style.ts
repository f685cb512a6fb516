/** How long an answer is, the language in which it is written, and what it quotes first. */

/** Without a style, an answer has its standard length. */
export const answerStyles = ['short', 'detailed'] as const;
export type AnswerStyle = (typeof answerStyles)[number];

/** `documentation`: if the documentation covers a question, the answer is from it, as on documentation sites. */
export const answerPreferences = ['documentation'] as const;
export type AnswerPreference = (typeof answerPreferences)[number];

export interface AnswerWording {
  readonly style?: AnswerStyle | undefined;
  /** A BCP 47 tag with a known name; undefined if the request states none. */
  readonly language?: string | undefined;
  /** Undefined: what answers best, which is code for most questions. */
  readonly prefer?: AnswerPreference | undefined;
}

/** Tags that name several languages, or none. */
const unspecific: readonly string[] = ['mis', 'mul', 'und', 'zxx'];

/** @returns the English name of a BCP 47 tag, such as “Brazilian Portuguese”; undefined if it names no language */
export function findLanguageName(tag: string): string | undefined {
  try {
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return unspecific.includes(new Intl.Locale(tag).language) ? undefined : names.of(tag);
  } catch {
    return undefined;
  }
}

/** @returns the tag in its usual spelling, so that equal languages are equal texts */
export function normalizeLanguage(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0] ?? tag;
}

export function isEnglish(tag: string): boolean {
  return new Intl.Locale(tag).language === 'en';
}
