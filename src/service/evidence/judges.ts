import { evaluate, evaluateReplaced, evaluateArtifact, together } from '../../compliance/index.ts';
import type { Rules } from '../store/model/rules.ts';

/** The rules that the store decides by. */
export const judges: Rules = { combine: together, evaluate, evaluateReplaced, evaluateArtifact };
