import { testSequences } from '../environment-sequences.ts';

testSequences(3);
