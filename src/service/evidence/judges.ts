import { evaluate, evaluateReplaced, judgeArtifact } from '../../compliance/index.ts';
import type { Judges } from '../store/store.ts';

/** The rules that the store decides by. */
export const judges: Judges = { evaluate, evaluateReplaced, judge: judgeArtifact };
