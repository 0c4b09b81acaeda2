import { describe } from 'vitest';
import { sinkTable, testSinks } from './sink-rows.ts';

describe.concurrent('foreign text', () => {
  testSinks(sinkTable);
});
