import { accessTable } from './access-table.ts';

accessTable({ isFull: true });
