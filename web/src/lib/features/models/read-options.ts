/** Reads answer options from input and storage, and drops values that the server would reject. */
import type { AnswerRequest } from '../../api.ts';

export type AnswerOptions = Pick<
  NonNullable<AnswerRequest['options']>,
  'temperature' | 'maxOutputTokens' | 'topK' | 'reranker' | 'judge' | 'style' | 'language'
>;

interface NumberOption {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** The bounds in the server's contract. */
export const numberOptions = {
  temperature: { min: 0, max: 2, step: 0.1 },
  maxOutputTokens: { min: 1, max: 1_000_000, step: 1 },
  topK: { min: 1, max: 100, step: 1 },
} as const satisfies Record<string, NumberOption>;

export type NumberOptionName = keyof typeof numberOptions;

export const rerankers = {
  learned: 'Fitted ranker',
  'cross-encoder': 'Cross-encoder',
  model: 'A language model',
  signals: 'Weights set by hand',
  none: 'None',
} as const satisfies Record<NonNullable<AnswerOptions['reranker']>, string>;

/** @param text stored JSON; unknown options and values out of bounds are dropped */
export function readOptions(text: string | null): AnswerOptions {
  const value = parse(text ?? '');
  if (typeof value !== 'object' || value === null) return {};
  const storedValues = new Map<string, unknown>(Object.entries(value));
  const reranker = readReranker(storedValues.get('reranker'));
  const numbers = Object.keys(numberOptions)
    .filter(isNumberOption)
    .flatMap((name) => {
      const value = readNumber(name, storedValues.get(name));
      return value === undefined ? [] : [[name, value] as const];
    });
  const judge = storedValues.get('judge');
  const style = readStyle(storedValues.get('style'));
  const language = readLanguage(storedValues.get('language'));
  return {
    ...Object.fromEntries(numbers),
    ...(reranker === undefined ? {} : { reranker }),
    ...(typeof judge === 'boolean' ? { judge } : {}),
    ...(style === undefined ? {} : { style }),
    ...(language === undefined ? {} : { language }),
  };
}

/** Returns the options with one changed; undefined removes the option. */
export function withOption<Name extends keyof AnswerOptions>(
  options: AnswerOptions,
  name: Name,
  value: AnswerOptions[Name],
): AnswerOptions {
  const { [name]: _previous, ...rest } = options;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** @returns undefined unless the value is a number within the option's bounds */
export function readNumber(name: NumberOptionName, value: unknown): number | undefined {
  const { min, max, step } = numberOptions[name];
  if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max) return undefined;
  return Number.isInteger(step) && !Number.isInteger(value) ? undefined : value;
}

export function readReranker(value: unknown): AnswerOptions['reranker'] {
  return Object.keys(rerankers)
    .filter(isReranker)
    .find((name) => name === value);
}

export function readStyle(value: unknown): AnswerOptions['style'] {
  return value === 'short' || value === 'detailed' ? value : undefined;
}

/** @returns undefined unless the value has the form of a language tag */
export function readLanguage(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(value) ? value : undefined;
}

function isReranker(name: string): name is keyof typeof rerankers {
  return Object.hasOwn(rerankers, name);
}

function isNumberOption(name: string): name is NumberOptionName {
  return Object.hasOwn(numberOptions, name);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
