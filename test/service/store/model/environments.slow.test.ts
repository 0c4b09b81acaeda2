import { testSequences } from '../environment-sequences.ts';

testSequences(40);
