// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
import type { ReadingOperation } from './query.ts';

export const queries: Readonly<Record<string, ReadingOperation>> = {
  'list-trails': {
    operation: 'listTrails',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
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
      page: {"place":"query","required":false,"kind":"integer","minimum":1},
      per_page: {"place":"query","required":false,"kind":"integer","minimum":0},
    },
  },
  'download-evidence': {
    operation: 'downloadEvidence',
    parameters: {
      flow_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$","maxLength":255},
      trail_name: {"place":"path","required":true,"kind":"string","pattern":"^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$","maxLength":255},
      attestation_id: {"place":"path","required":true,"kind":"string","pattern":"^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{8}$"},
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
};
