/** How well classes are told: accuracy, precision and recall of each class, and what was taken for what. */

import { toldClasses, type ToldClass } from './labelled-question.ts';

export interface ToldQuestion {
  readonly wanted: ToldClass;
  readonly told: ToldClass;
}

export interface ClassFigures {
  readonly questions: number;
  readonly right: number;
  /** Between 0 and 1; 0 where there are no questions. */
  readonly accuracy: number;
  /** The mean of the classes' F1. */
  readonly macroF1: number;
  readonly byClass: Readonly<Record<ToldClass, FiguresOfClass>>;
  /** For each class wanted, how often each was told. */
  readonly confusion: Readonly<Record<ToldClass, Readonly<Record<ToldClass, number>>>>;
}

interface FiguresOfClass {
  readonly questions: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export function classFigures(questions: readonly ToldQuestion[]): ClassFigures {
  const right = questions.filter(({ wanted, told }) => wanted === told).length;
  const byClass = forEachClass((name) => figuresOf(name, questions));
  const held = toldClasses.filter((name) => byClass[name].questions > 0);
  return {
    questions: questions.length,
    right,
    accuracy: shareOf(right, questions.length),
    macroF1: shareOf(
      held.reduce((sum, name) => sum + byClass[name].f1, 0),
      held.length,
    ),
    byClass,
    confusion: forEachClass((wanted) =>
      forEachClass((told) => questions.filter((one) => one.wanted === wanted && one.told === told).length),
    ),
  };
}

function figuresOf(name: ToldClass, questions: readonly ToldQuestion[]): FiguresOfClass {
  const wanted = questions.filter((one) => one.wanted === name);
  const told = questions.filter((one) => one.told === name);
  const both = wanted.filter((one) => one.told === name).length;
  return {
    questions: wanted.length,
    precision: shareOf(both, told.length),
    recall: shareOf(both, wanted.length),
    f1: shareOf(2 * both, wanted.length + told.length),
  };
}

function forEachClass<Value>(valueOf: (name: ToldClass) => Value): Record<ToldClass, Value> {
  return {
    how: valueOf('how'),
    lookup: valueOf('lookup'),
    why: valueOf('why'),
    impact: valueOf('impact'),
    exhaustive: valueOf('exhaustive'),
    docs: valueOf('docs'),
    'too-broad': valueOf('too-broad'),
  };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
