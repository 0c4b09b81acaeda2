import { testRows } from './verdict-rows.ts';
import { readVerdictTable } from './verdict-table.ts';

testRows(readVerdictTable());
