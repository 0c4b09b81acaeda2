import { accessTable } from './access-table.ts';

// The slow tier has the whole table: there each role also asks about organizations of others.
accessTable({ isFull: false });
