import { describe, expect, it } from 'vitest';
import {
  listStatements,
  type ListMaterial,
} from '../../../../worker/answering/compose/compose-list-answer.ts';

const material = (rows: number): ListMaterial => ({
  query: { list: 'occurrences', name: 'tide' },
  folder: undefined,
  total: rows,
  inTests: 0,
  files: 1,
  rows,
  tableRows: 1_000,
  csvRows: 20_000,
  items: [],
  limits: [],
  nearby: [],
  repeat: '/v1/lists/occurrences?name=tide',
});

describe('the sentence about rows without their own sentence', () => {
  it.each([
    [1_000, 'The other 1,000 rows are in the table, and in'],
    [
      6_004,
      'The table contains the first 1,000 rows, and /v1/lists/occurrences?name=tide&format=csv all 6,004',
    ],
    [30_000, 'format=csv the first 20,000 of 30,000'],
  ])('of %i', (rows, sentence) => {
    expect(listStatements(material(rows)).limits).toEqual([expect.stringContaining(sentence)]);
  });
});
