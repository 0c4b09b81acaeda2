import { testSequences } from '../store/environment-sequences.ts';

testSequences(40);
