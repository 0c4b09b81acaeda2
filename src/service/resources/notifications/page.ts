import { html, type Html } from '../../../html/index.ts';
import { flagBadge } from '../../../presentation/index.ts';
import { listAt, stringAt, valueAt } from '../../../text/index.ts';
import { Nothing, page } from '../../pages/mount.ts';
import { badge, items, line, moment, named, row, rowsOr } from '../../pages/parts.ts';
import { listNotifications } from './use.ts';

export const notifications = page('/:org/notifications', Nothing, async ({ evidence, org }) => {
  const rules = await listNotifications(evidence, org);
  return {
    title: `Notifications · ${org.orgName}`,
    main: html`<h1>Rules that send messages, of <span class="name">${org.orgName}</span></h1>
      ${rowsOr(rules.map(ruleRow), 'There is none yet. A rule says which changes of which environments are told to whom: see compliance-evidence notification --help.')}`,
  };
});

function ruleRow(rule: object): Html {
  const environments = texts(rule, 'environments');
  return row(
    badge({ ...flagBadge(valueAt(rule, 'is_failing') !== true), word: valueAt(rule, 'is_failing') === true ? 'failing' : 'arrives' }),
    named(stringAt(rule, 'name') ?? `Rule ${String(valueAt(rule, 'number'))}`),
    html`<span class="soft"
      >${environments.length === 0 ? 'all environments' : environments.join(', ')}: ${texts(rule, 'triggers').join(', ')}</span
    >`,
    items((listAt(rule, 'targets') ?? []).map(targetItem)),
  );
}

/** The address of a target holds its secret, so only its kind is shown. */
function targetItem(target: unknown): Html {
  const [success, failure] = [moment(valueAt(target, 'last_success_at')), moment(valueAt(target, 'last_failure_at'))];
  const reason = line(stringAt(target, 'last_failure_reason') ?? '');
  return html`${line(stringAt(target, 'type') ?? '')} ${texts(target, 'emails').join(', ')}
    <span class="soft">${success && html`arrived ${success}`} ${failure && html`failed ${failure} ${reason}`}</span>`;
}

function texts(value: unknown, name: string): readonly string[] {
  return (listAt(value, name) ?? []).filter((each) => typeof each === 'string').map(line);
}
