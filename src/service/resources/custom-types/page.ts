import { html } from '../../../html/index.ts';
import { listAt, stringAt } from '../../../text/index.ts';
import { next } from '../../evidence/listing.ts';
import { Nothing, page } from '../../pages/mount.ts';
import { command, facts, line, moment, named, ownLink, paragraph, row, rowsOr, yamlFile } from '../../pages/parts.ts';
import { getType, listTypes } from './use.ts';

const mostTypes = 500;
const mostVersions = 10;

export const customTypes = page(
  '/:org/types',
  Nothing,
  async ({ evidence, org }) => {
    const rows = await Array.fromAsync(next(listTypes(evidence, org), mostTypes), ({ fields }) => {
      const name = ownLink(evidence.links.listed(org.orgName, 'types', fields.name), fields.name);
      return row(name, line(stringAt(fields, 'description') ?? ''));
    });
    return {
      title: `Custom types · ${org.orgName}`,
      main: html`<h1>Custom types of evidence of <span class="name">${org.orgName}</span></h1>
        ${rowsOr(
          rows,
          html`There is none yet. A type says what evidence must hold, and by rules in jq when it is a yes:
          ${command(`compliance-evidence type apply type.yml --org ${org.orgName}`)}`,
        )}`,
    };
  },
  { reach: 'shared' },
);

export const customType = page(
  '/:org/types/:type_name',
  Nothing,
  async ({ evidence, org, params }) => {
    const { fields, versions } = await getType(evidence, org, params.type_name, undefined);
    const shown = await Array.fromAsync(next(versions, mostVersions), (version) => {
      const { created_by: by, timestamp, type_schema: schema, version: number } = version;
      const rules = listAt(version, 'evaluator', 'rules') ?? [];
      return html`<p>Version ${number}, ${moment(timestamp)} by ${named(by ?? '')} ${line(stringAt(version, 'comment') ?? '')}</p>
        ${yamlFile('Its schema', schema === null ? '' : JSON.stringify(schema, null, 2))}
        ${yamlFile('Its rules', rules.map(String).join('\n'))}`;
    });
    return {
      title: `${fields.name} · Custom types · ${org.orgName}`,
      way: [ownLink(evidence.links.listed(org.orgName, 'types'), 'Custom types')],
      main: html`<h1>Type <span class="name">${fields.name}</span></h1>
        ${facts(['Description', paragraph(stringAt(fields, 'description'))])}
        <h2>Versions, newest first</h2>
        ${shown}`,
    };
  },
  { reach: 'shared' },
);
