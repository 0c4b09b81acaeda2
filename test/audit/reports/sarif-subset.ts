/**
 * The objects of SARIF 2.1.0 that our report is made of, in our own words: the fields that they have, and those that they must
 * have (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html). The fields that GitHub asks for on top are required
 * too.
 */
const object = (properties: object, required: readonly string[] = Object.keys(properties)): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object): object => ({ type: 'array', items });
const filled = { type: 'string', minLength: 1 };
const line = { type: 'integer', minimum: 1 };
const message = object({ text: filled });
const level = { enum: ['error', 'warning', 'note'] };
const location = object({
  physicalLocation: object({
    artifactLocation: object({ uri: { type: 'string', format: 'uri-reference', minLength: 1 } }),
    region: object({ startLine: line, startColumn: line, endLine: line, endColumn: line }),
  }),
});

const rule = object({
  id: filled,
  name: { ...filled, maxLength: 255 },
  shortDescription: object({ text: { ...filled, maxLength: 1024 } }),
  fullDescription: object({ text: { ...filled, maxLength: 1024 } }),
  defaultConfiguration: object({ level }),
  help: object({ text: filled, markdown: filled }),
  properties: object({
    tags: { ...list(filled), uniqueItems: true, maxItems: 10 },
    precision: { enum: ['very-high', 'high', 'medium', 'low'] },
    'security-severity': { enum: ['9.5', '8.0', '5.5', '2.0'] },
  }),
});

const result = object(
  {
    ruleId: filled,
    ruleIndex: { type: 'integer', minimum: 0 },
    level,
    message,
    locations: { ...list(location), minItems: 1, maxItems: 1 },
    partialFingerprints: object({ primaryLocationLineHash: { type: 'string', pattern: '^[0-9a-f]{32}:1$' } }),
    suppressions: list(object({ kind: { const: 'external' }, status: { const: 'accepted' }, justification: filled })),
    hostedViewerUri: { type: 'string', format: 'uri' },
    properties: { type: 'object' },
  },
  ['ruleId', 'ruleIndex', 'level', 'message', 'locations', 'partialFingerprints'],
);

const notification = object({ level, message, associatedRule: object({ id: filled }) }, ['level', 'message']);

const run = object(
  {
    tool: object({ driver: object({ name: filled, version: filled, rules: { ...list(rule), uniqueItems: true } }) }),
    automationDetails: object({ id: { type: 'string', pattern: '/$' } }),
    versionControlProvenance: list(object({ repositoryUri: { type: 'string', format: 'uri' } })),
    columnKind: { const: 'utf16CodeUnits' },
    invocations: list(
      object({
        executionSuccessful: { type: 'boolean' },
        endTimeUtc: { type: 'string', format: 'date-time' },
        toolExecutionNotifications: list(notification),
      }),
    ),
    results: list(result),
  },
  ['tool', 'automationDetails', 'columnKind', 'invocations', 'results'],
);

export const sarifSubset = object({
  $schema: { const: 'https://json.schemastore.org/sarif-2.1.0.json' },
  version: { const: '2.1.0' },
  runs: { ...list(run), minItems: 1, maxItems: 20 },
});
