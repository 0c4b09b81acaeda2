import type { Org } from '../../store/log/chain.ts';
import type { ArtifactRow } from '../../store/model/artifacts.ts';
import type { GateAnswer } from '../../store/model/gate-answers.ts';
import type { Caller } from '../../store/model/roles.ts';
import type { TrailRow } from '../../store/model/trails.ts';

/** The answers of a gate without demands of its own: kept answers where they are of now, and others worked out. */
export interface GateAnswers {
  /** The answers for one request, which has a bounded time to work some out. */
  readonly forRequest: (org: Asking) => AnswersForRequest;
  /** Keeps all that was worked out. */
  readonly flush: () => Promise<void>;
}

/** Who asks, and the flows that they reach if these are not all. */
export type Asking = Org & Pick<Caller, 'flows'>;

export interface AnswersForRequest {
  readonly onTrail: (trail: TrailRow) => Promise<GateAnswer>;
  readonly onArtifact: (row: ArtifactRow) => Promise<GateAnswer>;
}
