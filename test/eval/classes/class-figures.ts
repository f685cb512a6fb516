/** Computes accuracy, the precision and recall of each class, and the confusion matrix. */

import { labeledClasses, type LabeledClass } from './labeled-question.ts';

/** The expected class of a question and the class that the question reader assigned. The names are part of the written results. */
export interface ClassifiedQuestion {
  readonly wanted: LabeledClass;
  readonly told: LabeledClass;
}

export interface ClassFigures {
  readonly questions: number;
  readonly right: number;
  /** Between 0 and 1; 0 if there are no questions. */
  readonly accuracy: number;
  /** The mean of the classes' F1. */
  readonly macroF1: number;
  readonly byClass: Readonly<Record<LabeledClass, FiguresOfClass>>;
  /** For each expected class, how often the question reader assigned each class. */
  readonly confusion: Readonly<Record<LabeledClass, Readonly<Record<LabeledClass, number>>>>;
}

interface FiguresOfClass {
  readonly questions: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export function computeClassFigures(questions: readonly ClassifiedQuestion[]): ClassFigures {
  const right = questions.filter(({ wanted, told }) => wanted === told).length;
  const byClass = forEachClass((name) => computeFigures(name, questions));
  const presentClasses = labeledClasses.filter((name) => byClass[name].questions > 0);
  return {
    questions: questions.length,
    right,
    accuracy: ratio(right, questions.length),
    macroF1: ratio(
      presentClasses.reduce((sum, name) => sum + byClass[name].f1, 0),
      presentClasses.length,
    ),
    byClass,
    confusion: forEachClass((wanted) =>
      forEachClass(
        (told) => questions.filter((question) => question.wanted === wanted && question.told === told).length,
      ),
    ),
  };
}

function computeFigures(name: LabeledClass, questions: readonly ClassifiedQuestion[]): FiguresOfClass {
  const expectedCases = questions.filter((question) => question.wanted === name);
  const assignedCases = questions.filter((question) => question.told === name);
  const truePositives = expectedCases.filter((question) => question.told === name).length;
  return {
    questions: expectedCases.length,
    precision: ratio(truePositives, assignedCases.length),
    recall: ratio(truePositives, expectedCases.length),
    f1: ratio(2 * truePositives, expectedCases.length + assignedCases.length),
  };
}

function forEachClass<Value>(getValue: (name: LabeledClass) => Value): Record<LabeledClass, Value> {
  return {
    how: getValue('how'),
    lookup: getValue('lookup'),
    why: getValue('why'),
    impact: getValue('impact'),
    exhaustive: getValue('exhaustive'),
    docs: getValue('docs'),
    'too-broad': getValue('too-broad'),
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
