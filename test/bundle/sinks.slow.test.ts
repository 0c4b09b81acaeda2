import { sinkTable, testSinks } from './sink-rows.ts';

testSinks(sinkTable);
