import type { Static } from 'typebox';
import type { CustomAttestation, CustomType, TypeInput, TypeVersion } from '../../../contract/index.ts';
import { given, stringAt, withoutNulls } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { inPortions, inSteps, next, type Sequenced } from '../../evidence/listing.ts';
import { Refusal, notFound } from '../../evidence/refusal.ts';
import type { Author, Org } from '../../log/chain.ts';
import { Busy } from '../../rules/rules.ts';
import type { Evaluated } from '../attestations/tables.ts';
import { mostVersions, type CustomTypeRow, type TypeVersionRow } from './tables.ts';

/** Makes a type or a new version of it, after its schema and its rules are checked. Resolves to the version. */
export async function putType(
  { store, typeRules }: Evidence,
  author: Author,
  input: Static<typeof TypeInput>,
  schema: string | undefined,
): Promise<number> {
  const definition = { schema, rules: rulesOf(input.evaluator), expressions: (input.summary ?? []).map(({ expression }) => expression) };
  const errors = await unlessBusy(typeRules.problemsOf(author.orgId, definition));
  if (Object.keys(errors).length > 0)
    throw new Refusal('invalid-request', `The type '${input.name}' cannot judge anything; \`errors\` says what is wrong.`, { errors });
  const result = await store.putType({ author, name: input.name, schema, rules: definition.rules, data: withoutNulls(input) });
  switch (result.outcome) {
    case 'reported':
      return result.version;
    case 'too-many-versions':
      throw new Refusal('invalid-request', `The type '${input.name}' has ${mostVersions} versions, and can have no more.`, {
        fix: 'Make a type with another name.',
      });
  }
}

export async function archiveType({ store }: Evidence, author: Author, name: string): Promise<void> {
  if (!(await store.archiveType(author, name))) throw noType(author.orgName, name);
}

/** Evaluates data by the newest version of its type. Throws if that cannot be done. */
export async function evaluateCustom(
  { attestation_data: data, type_name: name }: Static<typeof CustomAttestation>,
  { author, evidence }: { readonly author: Author; readonly evidence: Evidence },
): Promise<Evaluated> {
  const { orgId, orgName } = author;
  const { store, typeRules } = evidence;
  const type = await findType(store, author, name);
  if (type.isArchived)
    throw new Refusal(
      'invalid-request',
      `The attestation type '${name}' of the organization '${orgName}' is archived, and takes no new evidence.`,
      { fix: 'Use another type, or make this one again to take it up.' },
    );
  const version = await store.findTypeVersion(orgId, name, type.latestVersion);
  if (version === undefined) throw new Error(`Version ${type.latestVersion} of a custom type is gone.`);
  const result = await unlessBusy(typeRules.evaluate(orgId, { schema: version.schema, rules: version.rules }, data, 'attestation_data'));
  switch (result.outcome) {
    case 'evaluated':
      return { attestation_type: `custom:${name}`, is_compliant: result.compliant, type_version: type.latestVersion };
    case 'unreadable':
      throw new Refusal(
        'invalid-request',
        `The data cannot be judged by version ${type.latestVersion} of the attestation type '${name}'.`,
        { errors: result.problems },
      );
  }
}

type VersionView = View<TypeVersion, 'evaluator' | 'summary' | 'comment'>;

/** A type with its versions, newest first. The versions come as they are read, because they may be large together. */
export interface TypeView {
  readonly fields: Fields;
  readonly versions: AsyncGenerator<VersionView>;
}

/** One type with all of its versions, or with one. The times belong to all versions, so that one version comes without them. */
export async function getType({ store }: Evidence, org: Org, name: string, version: number | undefined): Promise<TypeView> {
  const type = await findType(store, org, name);
  if (version === undefined) {
    const versions = versionsAt(store, org.orgId, await store.typeVersionEntries(org.orgId, [name]));
    return { fields: { ...fieldsOf(type, org), ...timesOf(type) }, versions };
  }
  const found = await store.findTypeVersion(org.orgId, name, version);
  if (found === undefined) {
    throw notFound(
      `There is no version ${version} of the attestation type '${name}' in the organization '${org.orgName}'.`,
      `Its versions are 1 to ${type.latestVersion}.`,
    );
  }
  return {
    fields: fieldsOf({ ...type, description: stringAt(found.data, 'description') }, org),
    versions: (async function* () {
      yield versionView(found);
    })(),
  };
}

const typesAtOnce = 100;

/** The types of an organization by name, without the archived ones. */
export async function* listTypes({ store }: Evidence, org: Org): AsyncGenerator<TypeView> {
  const read = (after: string, limit: number) => store.typesAfter(org.orgId, after, limit);
  for await (const types of inSteps('', typesAtOnce, read, ({ name }) => name)) {
    const shown = types.filter(({ isArchived }) => !isArchived);
    const names = shown.map(({ name }) => name);
    const versionsOf = Map.groupBy(await store.typeVersionEntries(org.orgId, names), ({ typeName }) => typeName);
    const inOrder = names.flatMap((name) => versionsOf.get(name) ?? []);
    const versions = versionsAt(store, org.orgId, inOrder);
    for (const type of shown)
      yield { fields: { ...fieldsOf(type, org), ...timesOf(type) }, versions: next(versions, versionsOf.get(type.name)?.length ?? 0) };
  }
}

async function* versionsAt(store: Evidence['store'], orgId: string, found: readonly Sequenced[]): AsyncGenerator<VersionView> {
  for await (const row of inPortions(found, (sequences) => store.typeVersionsAt(orgId, sequences))) yield versionView(row);
}

type Times = 'created_at' | 'created_by' | 'last_modified_at';
type Fields = View<CustomType, 'description' | 'versions' | Times>;

function fieldsOf(type: CustomTypeRow, { orgName }: Org): Fields {
  return {
    name: type.name,
    ...given({ description: type.description }),
    archived: type.isArchived,
    org: orgName,
  };
}

/** Who made the type and when. They belong to the type, and not to one version. */
function timesOf({ createdAt, createdBy, lastModifiedAt }: CustomTypeRow): Pick<View<CustomType>, Times> {
  return { created_by: createdBy, created_at: createdAt, last_modified_at: lastModifiedAt };
}

function versionView({ created_at, data, reported_by, schema, type_version }: TypeVersionRow): VersionView {
  return {
    version: type_version,
    timestamp: created_at,
    created_by: reported_by,
    type_schema: schema === undefined ? null : (JSON.parse(schema) as unknown),
    evaluator: data.evaluator ?? { content_type: 'default' },
    summary: data.summary ?? null,
  };
}

function rulesOf(evaluator: Static<typeof TypeInput>['evaluator']): readonly string[] {
  return evaluator !== null && evaluator !== undefined && 'rules' in evaluator ? evaluator.rules : [];
}

async function findType(store: Evidence['store'], { orgId, orgName }: Org, name: string): Promise<CustomTypeRow> {
  const found = await store.findType(orgId, name);
  if (found === undefined) throw noType(orgName, name);
  return found;
}

function noType(org: string, name: string): Refusal {
  return notFound(`There is no custom attestation type '${name}' in the organization '${org}'.`, 'Check its name, or make it.');
}

async function unlessBusy<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Busy)) throw error;
    throw new Refusal('unavailable', error.message, { cause: error, fix: 'Send it again in a moment.' });
  }
}
