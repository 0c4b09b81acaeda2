import * as fc from 'fast-check';

// Generated tests see the same values in every run, so that a mutant is killed in all runs or in none.
fc.configureGlobal({ seed: 1 });
