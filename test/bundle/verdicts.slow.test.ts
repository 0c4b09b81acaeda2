import { describe } from 'vitest';
import { testRows } from './verdict-rows.ts';
import { readVerdictTable } from './verdict-table.ts';

describe.concurrent('every row', () => {
  testRows(readVerdictTable());
});
