import { describe } from 'vitest';
import { sinkTable, testSinks } from './foreign-sources.ts';

describe.concurrent('foreign text', () => {
  testSinks(sinkTable);
});
