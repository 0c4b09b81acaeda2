import {
  attestationsOfName,
  downloadEvidence,
  findAttestations,
  getFlow,
  getTrail,
  isNotThere,
  listArtifacts,
  listFlowApprovals,
  listFlows,
  listRecords,
  listTrails,
  searchSha,
} from '../../client/index.ts';
import { checkoutOf } from '../run/commit.ts';
import { withService } from '../run/connect.ts';

/**
 * The parts that an audit shares with the commands that are loaded at once. They are passed in rather than imported: otherwise the bundler
 * would split what it has joined for those commands, and each start would read the joints.
 */
export const entryParts = {
  checkoutOf,
  withService,
  questions: {
    attestationsOfName,
    findAttestations,
    getFlow,
    getTrail,
    isNotThere,
    listArtifacts,
    listFlowApprovals,
    listFlows,
    listTrails,
  },
  logQuestions: { downloadEvidence, isNotThere, listRecords },
  scopeQuestions: { getTrail, isNotThere, searchSha },
};

export type EntryParts = typeof entryParts;
