import {
  attestationsOfName,
  downloadEvidence,
  findAttestations,
  getAttestation,
  getFlow,
  getTrail,
  getType,
  isNotThere,
  listArtifacts,
  listFlowApprovals,
  listFlows,
  listRecords,
  listTrails,
  searchSha,
  startDeadline,
  write,
} from '../../client/index.ts';
import { contentOf } from '../attest/kinds.ts';
import { record } from '../attest/record.ts';
import { checkoutOf } from '../run/commit.ts';
import { withService } from '../run/connect.ts';
import { ifThere } from '../run/fault.ts';

/**
 * The parts that an audit shares with the commands that are loaded at once. They are passed in rather than imported:
 * otherwise the bundler would split what it has joined for those commands, and each start would read the joints.
 */
export const entryParts = {
  checkoutOf,
  startDeadline,
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
  publishing: { contentOf, getAttestation, getFlow, getType, ifThere, record, write },
  logQuestions: { downloadEvidence, isNotThere, listRecords },
  scopeQuestions: { getTrail, isNotThere, searchSha },
};

export type EntryParts = typeof entryParts;
