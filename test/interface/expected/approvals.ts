import * as sent from '../sent.ts';
import { moment } from './moments.ts';

const common = {
  artifact_name: sent.artifact.filename,
  target_artifact: sent.fingerprint,
  base_artifact: sent.fingerprint,
  description: 'Ready for customers',
  src_commit_list: [sent.sha],
  created_at: moment,
  last_modified_at: moment,
  environment: null,
  user_data: {},
  reported_by: 'ada',
};
const said = (approver: object): object => ({ ...approver, timestamp: moment });

/** Operation 8: the approvals of the artifact, the oldest first. */
export const approvals: readonly object[] = [
  { ...common, release_number: 1, state: 'PENDING', approvals: [] },
  { ...common, release_number: 2, state: 'UNAPPROVED', approvals: [said(sent.yes), said(sent.no)] },
  {
    ...common,
    release_number: 3,
    state: 'APPROVED',
    approvals: [said(sent.yes)],
    base_artifact: sent.earlierFingerprint,
    environment: 'prod',
    user_data: sent.approvals[2].user_data,
  },
];
