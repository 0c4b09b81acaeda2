import { evaluate, evaluateReplaced, evaluateArtifact, together } from '../../compliance/index.ts';
import type { Judges } from '../store/model/judges.ts';

/** The rules that the store decides by. */
export const judges: Judges = { together, evaluate, evaluateReplaced, judge: evaluateArtifact };
