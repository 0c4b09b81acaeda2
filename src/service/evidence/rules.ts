import { evaluate, judgeArtifact } from '../../compliance/index.ts';
import type { Rules } from '../store/store.ts';

/** The rules that the store decides by. */
export const rules: Rules = { evaluate, judge: judgeArtifact };
