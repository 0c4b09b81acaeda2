// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
import type { ReadingOperation } from './query.ts';

export const queries: Readonly<Record<string, ReadingOperation>> = {
  'list-trails': {
    operation: 'listTrails',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      prefix: {"in":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","minLength":7,"maxLength":255},
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'get-trail': {
    operation: 'getTrail',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      trail_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","maxLength":255},
    },
  },
  'list-org-trails': {
    operation: 'listOrgTrails',
    parameters: {
      flow: {"in":"query","required":false,"kind":"string"},
      flow_tag: {"in":"query","required":false,"kind":"string"},
      fingerprint: {"in":"query","required":false,"kind":"string"},
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'find-attestations': {
    operation: 'findAttestations',
    parameters: {
      commit_list: {"in":"query","required":false,"kind":"string","pattern":"^[a-f0-9]{40}$","several":true},
      flow_name: {"in":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      attestation_name: {"in":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9\\-_,]+$","maxLength":255},
      attestation_id: {"in":"query","required":false,"kind":"string"},
      attestation_type: {"in":"query","required":false,"kind":"string"},
      prefix: {"in":"query","required":false,"kind":"string","pattern":"^[a-f0-9]{7}[a-f0-9-]*$","maxLength":36},
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'find-attestations-for-criteria': {
    operation: 'findAttestationsForCriteria',
    parameters: {
      commit_list: {"in":"query","required":false,"kind":"string","pattern":"^[a-f0-9]{40}$","several":true},
      flow_name: {"in":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      attestation_name: {"in":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9\\-_,]+$","maxLength":255},
      attestation_id: {"in":"query","required":false,"kind":"string"},
      attestation_type: {"in":"query","required":false,"kind":"string"},
      prefix: {"in":"query","required":false,"kind":"string","pattern":"^[a-f0-9]{7}[a-f0-9-]*$","maxLength":36},
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'attestations-of-artifact': {
    operation: 'attestationsOfArtifact',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      fingerprint: {"in":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{5,64}$"},
      attestation_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9\\-_,]+$","maxLength":255},
    },
  },
  'attestations-of-flow': {
    operation: 'attestationsOfFlow',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      from_timestamp: {"in":"query","required":false,"kind":"integer","minimum":0},
      to_timestamp: {"in":"query","required":false,"kind":"integer","minimum":0},
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'attestations-of-name': {
    operation: 'attestationsOfName',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      trail_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","maxLength":255},
      attestation_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9\\-_,]+$","maxLength":255},
    },
  },
  'list-artifacts': {
    operation: 'listArtifacts',
    parameters: {
      flow_name: {"in":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      repo_name: {"in":"query","required":false,"kind":"string"},
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'get-artifact': {
    operation: 'getArtifact',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      fingerprint: {"in":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{64}$"},
      trail: {"in":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","maxLength":255},
      attestation_id: {"in":"query","required":false,"kind":"string","pattern":"^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{8}$"},
    },
  },
  'artifacts-of-commit': {
    operation: 'artifactsOfCommit',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      commit_sha: {"in":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{40}$"},
      trail: {"in":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","maxLength":255},
    },
  },
  'latest-commit': {
    operation: 'latestCommit',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      fingerprint: {"in":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{64}$"},
      branch: {"in":"query","required":false,"kind":"string"},
    },
  },
  'list-notifications': {
    operation: 'listNotifications',
    parameters: {},
  },
  'get-notification': {
    operation: 'getNotification',
    parameters: {
      notification_number: {"in":"path","required":true,"kind":"string","pattern":"^[0-9]{1,9}$"},
    },
  },
  'list-policies': {
    operation: 'listPolicies',
    parameters: {},
  },
  'get-policy': {
    operation: 'getPolicy',
    parameters: {
      policy_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_\\.~]*$","maxLength":255},
    },
  },
  'search-sha': {
    operation: 'searchSha',
    parameters: {
      search_value: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9]{1,64}$"},
    },
  },
  'list-approvals': {
    operation: 'listApprovals',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      fingerprint: {"in":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{64}$"},
    },
  },
  'list-flow-approvals': {
    operation: 'listFlowApprovals',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'get-approval': {
    operation: 'getApproval',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      approval_number: {"in":"path","required":true,"kind":"string","pattern":"^-?[0-9]{1,9}$"},
    },
  },
  'get-running-commit': {
    operation: 'getRunningCommit',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      environment_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$","maxLength":255},
    },
  },
  'list-types': {
    operation: 'listTypes',
    parameters: {},
  },
  'get-type': {
    operation: 'getType',
    parameters: {
      type_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_~]*$","maxLength":255},
      version: {"in":"query","required":false,"kind":"integer","minimum":1},
    },
  },
  'get-organization': {
    operation: 'getOrganization',
    parameters: {},
  },
  'get-default-organization': {
    operation: 'getDefaultOrganization',
    parameters: {},
  },
  'list-flows': {
    operation: 'listFlows',
    parameters: {
      search_by_name: {"in":"query","required":false,"kind":"string","minLength":1},
      case_sensitive: {"in":"query","required":false,"kind":"boolean"},
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'get-flow': {
    operation: 'getFlow',
    parameters: {
      flow_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
    },
  },
  'list-environments': {
    operation: 'listEnvironments',
    parameters: {
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":1},
      name: {"in":"query","required":false,"kind":"string"},
      type: {"in":"query","required":false,"kind":"choice","choices":["K8S","ECS","S3","lambda","server","docker","azure-apps","cloud-run","logical"],"several":true},
      tag: {"in":"query","required":false,"kind":"string","several":true},
      sort: {"in":"query","required":false,"kind":"choice","choices":["name","last_modified_at","last_changed_at"]},
      sort_direction: {"in":"query","required":false,"kind":"choice","choices":["asc","desc"]},
    },
  },
  'get-environment': {
    operation: 'getEnvironment',
    parameters: {
      env_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$","maxLength":255},
    },
  },
  'list-environment-events': {
    operation: 'listEnvironmentEvents',
    parameters: {
      env_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$","maxLength":255},
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":1},
      interval: {"in":"query","required":false,"kind":"string","maxLength":255},
      reverse: {"in":"query","required":false,"kind":"boolean"},
      repo_name: {"in":"query","required":false,"kind":"string","several":true},
      start: {"in":"query","required":false,"kind":"string","maxLength":127},
      end: {"in":"query","required":false,"kind":"string","maxLength":127},
      start_ts: {"in":"query","required":false,"kind":"string","pattern":"^\\d{1,12}(\\.\\d{1,9})?$"},
      end_ts: {"in":"query","required":false,"kind":"string","pattern":"^\\d{1,12}(\\.\\d{1,9})?$"},
    },
  },
  'get-snapshot': {
    operation: 'getSnapshot',
    parameters: {
      env_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$","maxLength":255},
      expression: {"in":"path","required":true,"kind":"string","maxLength":127},
    },
  },
  'list-snapshots': {
    operation: 'listSnapshots',
    parameters: {
      env_name: {"in":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$","maxLength":255},
      page: {"in":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"in":"query","required":false,"kind":"integer","minimum":1},
      interval: {"in":"query","required":false,"kind":"string","maxLength":255},
      reverse: {"in":"query","required":false,"kind":"boolean"},
    },
  },
  'diff-snapshots': {
    operation: 'diffSnapshots',
    parameters: {
      snappish1: {"in":"query","required":true,"kind":"string","maxLength":512},
      snappish2: {"in":"query","required":true,"kind":"string","maxLength":512},
    },
  },
  'list-allowed-artifacts': {
    operation: 'listAllowedArtifacts',
    parameters: {},
  },
  'assert-artifact': {
    operation: 'assertArtifact',
    parameters: {
      fingerprint: {"in":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{64}$"},
      flow_name: {"in":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      environment_name: {"in":"query","required":false,"kind":"string","minLength":1,"maxLength":255},
      policy_name: {"in":"query","required":false,"kind":"string","minLength":1,"maxLength":255,"several":true},
    },
  },
};
