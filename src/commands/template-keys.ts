/** What a mapping may hold, or each mapping in a list: by key what is below it, `undefined` where nobody looks. */
export interface Keys {
  readonly [key: string]: Keys | undefined;
}

const entry: Keys = { name: undefined, type: undefined };

/** The keys of a template. The interface allows no others, at any level. */
export const templateKeys: Keys = {
  version: undefined,
  trail: { attestations: entry, artifacts: { name: undefined, attestations: entry } },
};

export const flowKeys: Keys = { name: undefined, description: undefined, visibility: undefined, template: templateKeys };
