import { count, grouped } from '../../text/index.ts';

interface SampleSize {
  /** How often a control runs that has so many cases in a year. */
  readonly runs: string;
  /** The most cases of a population of this row. */
  readonly upTo: number;
  readonly least: number;
  readonly most: number;
}

/** How many cases auditors commonly test of a control, by how often it runs. It is practice: no standard demands these numbers. */
const sizes = [
  { runs: 'once a year', upTo: 1, least: 1, most: 1 },
  { runs: 'each quarter', upTo: 4, least: 2, most: 2 },
  { runs: 'each month', upTo: 12, least: 2, most: 5 },
  { runs: 'each week', upTo: 52, least: 5, most: 15 },
  { runs: 'each day', upTo: 365, least: 20, most: 40 },
  { runs: 'many times a day', upTo: Infinity, least: 25, most: 60 },
] as const satisfies readonly SampleSize[];

function isRowOf({ upTo }: SampleSize, index: number, population: number): boolean {
  return population <= upTo && population > (sizes[index - 1]?.upTo ?? -1);
}

/** The size of a sample of so many changes: the larger end of its row, because nobody has said yet how much may be wrong. */
export function usualSize(population: number): number {
  return sizes.find((row, index) => isRowOf(row, index, population))?.most ?? 0;
}

/** The whole table as lines, with a mark at the row of this population. */
export function sizeLines(population: number): readonly string[] {
  const rows = sizes.map((row, index) => {
    const from = (sizes[index - 1]?.upTo ?? 0) + 1;
    const of = row.upTo === Infinity ? `${from} or more` : from === row.upTo ? `${from}` : `${from} to ${row.upTo}`;
    const size = row.least === row.most ? `${row.most}` : `${row.least} to ${row.most}`;
    const isUsed = isRowOf(row, index, population);
    return `${isUsed ? '>' : ' '} ${of.padEnd(12)}${row.runs.padEnd(18)}${size}${isUsed ? `: ${grouped(row.most)} at most` : ''}`;
  });
  return [
    `The size: auto, by common practice of auditors and no rule; ${count(population, 'change')} is the row with the mark`,
    '  changes     the control runs  sample',
    ...rows,
  ];
}
