// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
import type { ReadingOperation } from './query.ts';

export const queries: Readonly<Record<string, ReadingOperation>> = {
  'list-trails': {
    operation: 'listTrails',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      prefix: {"place":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","minLength":7,"maxLength":255},
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'get-trail': {
    operation: 'getTrail',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      trail_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","maxLength":255},
    },
  },
  'list-org-trails': {
    operation: 'listOrgTrails',
    parameters: {
      flow: {"place":"query","required":false,"kind":"string"},
      flow_tag: {"place":"query","required":false,"kind":"string"},
      fingerprint: {"place":"query","required":false,"kind":"string"},
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'find-attestations': {
    operation: 'findAttestations',
    parameters: {
      commit_list: {"place":"query","required":false,"kind":"string","pattern":"^[a-f0-9]{40}$","several":true},
      flow_name: {"place":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      attestation_name: {"place":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9\\-_,]+$","maxLength":255},
      attestation_id: {"place":"query","required":false,"kind":"string"},
      attestation_type: {"place":"query","required":false,"kind":"string"},
      prefix: {"place":"query","required":false,"kind":"string","pattern":"^[a-f0-9]{7}[a-f0-9-]*$","maxLength":36},
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'find-attestations-for-criteria': {
    operation: 'findAttestationsForCriteria',
    parameters: {
      commit_list: {"place":"query","required":false,"kind":"string","pattern":"^[a-f0-9]{40}$","several":true},
      flow_name: {"place":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      attestation_name: {"place":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9\\-_,]+$","maxLength":255},
      attestation_id: {"place":"query","required":false,"kind":"string"},
      attestation_type: {"place":"query","required":false,"kind":"string"},
      prefix: {"place":"query","required":false,"kind":"string","pattern":"^[a-f0-9]{7}[a-f0-9-]*$","maxLength":36},
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'attestations-of-artifact': {
    operation: 'attestationsOfArtifact',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      fingerprint: {"place":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{5,64}$"},
      attestation_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9\\-_,]+$","maxLength":255},
    },
  },
  'attestations-of-flow': {
    operation: 'attestationsOfFlow',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      from_timestamp: {"place":"query","required":false,"kind":"integer","minimum":0},
      to_timestamp: {"place":"query","required":false,"kind":"integer","minimum":0},
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'attestations-of-name': {
    operation: 'attestationsOfName',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      trail_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","maxLength":255},
      attestation_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9\\-_,]+$","maxLength":255},
    },
  },
  'list-artifacts': {
    operation: 'listArtifacts',
    parameters: {
      flow_name: {"place":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      repo_name: {"place":"query","required":false,"kind":"string"},
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'get-artifact': {
    operation: 'getArtifact',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      fingerprint: {"place":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{64}$"},
      trail: {"place":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","maxLength":255},
      attestation_id: {"place":"query","required":false,"kind":"string","pattern":"^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{8}$"},
    },
  },
  'artifacts-of-commit': {
    operation: 'artifactsOfCommit',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      commit_sha: {"place":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{40}$"},
      trail: {"place":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","maxLength":255},
    },
  },
  'latest-commit': {
    operation: 'latestCommit',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      fingerprint: {"place":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{64}$"},
      branch: {"place":"query","required":false,"kind":"string"},
    },
  },
  'list-notifications': {
    operation: 'listNotifications',
    parameters: {},
  },
  'get-notification': {
    operation: 'getNotification',
    parameters: {
      notification_number: {"place":"path","required":true,"kind":"string","pattern":"^[0-9]{1,9}$"},
    },
  },
  'list-policies': {
    operation: 'listPolicies',
    parameters: {},
  },
  'get-policy': {
    operation: 'getPolicy',
    parameters: {
      policy_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_\\.~]*$","maxLength":255},
    },
  },
  'search-sha': {
    operation: 'searchSha',
    parameters: {
      search_value: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9]{1,64}$"},
    },
  },
  'list-approvals': {
    operation: 'listApprovals',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      fingerprint: {"place":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{64}$"},
    },
  },
  'list-flow-approvals': {
    operation: 'listFlowApprovals',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'get-approval': {
    operation: 'getApproval',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      approval_number: {"place":"path","required":true,"kind":"string","pattern":"^-?[0-9]{1,9}$"},
    },
  },
  'get-running-commit': {
    operation: 'getRunningCommit',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      environment_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$","maxLength":255},
    },
  },
  'list-types': {
    operation: 'listTypes',
    parameters: {},
  },
  'get-type': {
    operation: 'getType',
    parameters: {
      type_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_~]*$","maxLength":255},
      version: {"place":"query","required":false,"kind":"integer","minimum":1},
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
      search_by_name: {"place":"query","required":false,"kind":"string","minLength":1},
      case_sensitive: {"place":"query","required":false,"kind":"boolean"},
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'get-flow': {
    operation: 'getFlow',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
    },
  },
  'list-environments': {
    operation: 'listEnvironments',
    parameters: {
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":1},
      name: {"place":"query","required":false,"kind":"string"},
      type: {"place":"query","required":false,"kind":"choice","choices":["K8S","ECS","S3","lambda","server","docker","azure-apps","cloud-run","logical"],"several":true},
      tag: {"place":"query","required":false,"kind":"string","several":true},
      sort: {"place":"query","required":false,"kind":"choice","choices":["name","last_modified_at","last_changed_at"]},
      sort_direction: {"place":"query","required":false,"kind":"choice","choices":["asc","desc"]},
    },
  },
  'get-environment': {
    operation: 'getEnvironment',
    parameters: {
      env_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$","maxLength":255},
    },
  },
  'list-environment-events': {
    operation: 'listEnvironmentEvents',
    parameters: {
      env_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$","maxLength":255},
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":1},
      interval: {"place":"query","required":false,"kind":"string","maxLength":255},
      reverse: {"place":"query","required":false,"kind":"boolean"},
      repo_name: {"place":"query","required":false,"kind":"string","several":true},
      start: {"place":"query","required":false,"kind":"string","maxLength":127},
      end: {"place":"query","required":false,"kind":"string","maxLength":127},
      start_ts: {"place":"query","required":false,"kind":"string","pattern":"^\\d{1,12}(\\.\\d{1,9})?$"},
      end_ts: {"place":"query","required":false,"kind":"string","pattern":"^\\d{1,12}(\\.\\d{1,9})?$"},
    },
  },
  'get-snapshot': {
    operation: 'getSnapshot',
    parameters: {
      env_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$","maxLength":255},
      expression: {"place":"path","required":true,"kind":"string","maxLength":127},
    },
  },
  'list-snapshots': {
    operation: 'listSnapshots',
    parameters: {
      env_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$","maxLength":255},
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":1},
      interval: {"place":"query","required":false,"kind":"string","maxLength":255},
      reverse: {"place":"query","required":false,"kind":"boolean"},
    },
  },
  'diff-snapshots': {
    operation: 'diffSnapshots',
    parameters: {
      snappish1: {"place":"query","required":true,"kind":"string","maxLength":512},
      snappish2: {"place":"query","required":true,"kind":"string","maxLength":512},
    },
  },
  'list-allowed-artifacts': {
    operation: 'listAllowedArtifacts',
    parameters: {},
  },
  'assert-artifact': {
    operation: 'assertArtifact',
    parameters: {
      fingerprint: {"place":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{64}$"},
      flow_name: {"place":"query","required":false,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      environment_name: {"place":"query","required":false,"kind":"string","minLength":1,"maxLength":255},
      policy_name: {"place":"query","required":false,"kind":"string","minLength":1,"maxLength":255,"several":true},
    },
  },
  'list-records': {
    operation: 'listRecords',
    parameters: {
      after: {"place":"query","required":false,"kind":"integer","minimum":0},
      limit: {"place":"query","required":false,"kind":"integer","minimum":1,"maximum":1000},
    },
  },
};
