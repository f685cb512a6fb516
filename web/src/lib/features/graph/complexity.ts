/**
 * How a cyclomatic complexity is read: up to 10 is what McCabe (1976) would leave as it is, and what NIST SP 500-235 keeps as the
 * limit; twice that is hard to test.
 */

interface ComplexityLook {
  readonly level: 'low' | 'raised' | 'high';
  readonly label: string;
}

export function complexityLook(complexity: number): ComplexityLook {
  const level = complexity <= 10 ? 'low' : complexity <= 20 ? 'raised' : 'high';
  const words = { low: '', raised: ', above 10', high: ', above 20' }[level];
  return { level, label: `Complexity ${complexity}${words}` };
}
