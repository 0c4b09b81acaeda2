/** The keys of a mapping, or of each mapping in a list. The value says what is below the key; `undefined` where nothing checks it. */
export interface Keys {
  readonly [key: string]: Keys | undefined;
}

const entry: Keys = { name: undefined, type: undefined };

/** The keys of a template. The interface allows no others, at any level. */
export const templateKeys: Keys = {
  version: undefined,
  trail: { attestations: entry, artifacts: { name: undefined, attestations: entry } },
};

/** The keys of a notification rule; the keys that a service adds to a target are not checked. */
export const notificationKeys: Keys = {
  name: undefined,
  type: undefined,
  environments: undefined,
  triggers: undefined,
  targets: {
    type: undefined,
    webhook: undefined,
    payload_version: undefined,
    emails: undefined,
    context: { channel_id: undefined, channel_name: undefined, team_id: undefined },
    last_success_at: undefined,
    last_failure_at: undefined,
  },
};

export const flowKeys: Keys = { name: undefined, description: undefined, visibility: undefined, template: templateKeys };
