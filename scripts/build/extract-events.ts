import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { valueAt } from '../../src/text/index.ts';

// Takes payloads of events out of the examples in the description of GitHub's webhooks (MIT), without the fields that are not used here:
// `node scripts/build/extract-events.ts`. The package is 10 MB, so only the needed part stays here.
const examples = '@octokit/webhooks-examples@7.6.1';
const wanted: Readonly<Record<string, (payload: unknown) => boolean>> = {
  push: (payload) => valueAt(payload, 'ref') === 'refs/heads/master' && valueAt(payload, 'deleted') === false,
  'push of a tag': (payload) => valueAt(payload, 'ref') === 'refs/tags/simple-tag' && valueAt(payload, 'deleted') === false,
  'push that deletes': (payload) => valueAt(payload, 'deleted') === true,
  pull_request: (payload) => valueAt(payload, 'action') === 'synchronize',
  pull_request_review: () => true,
  pull_request_review_comment: () => true,
  merge_group: () => true,
  'workflow_run requested': (payload) =>
    valueAt(payload, 'action') === 'requested' && valueAt(payload, 'workflow_run', 'conclusion') === null,
  'workflow_run waiting': (payload) => valueAt(payload, 'workflow_run', 'conclusion') === 'action_required',
  'workflow_run completed': (payload) => valueAt(payload, 'workflow_run', 'conclusion') === 'success',
  release: (payload) => valueAt(payload, 'action') === 'published',
  deployment: () => true,
  deployment_status: () => true,
  workflow_dispatch: () => true,
  repository_dispatch: () => true,
  check_run: () => true,
  check_suite: () => true,
  status: () => true,
  issue_comment: () => true,
};
const unread =
  /(?:^|_)url$|^urls?$|^_links$|^(?:sender|organization|installation|node_id|app|license|reactions|permissions|labels|gravatar_id|site_admin)$|_count$|_at$|^has_|^allow_/;

const target = join(import.meta.dirname, '../../test/fixtures/events/payloads.json');
const folder = mkdtempSync(join(tmpdir(), 'events-'));
try {
  const archive = execFileSync('npm', ['pack', examples, '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
  const file = 'package/api.github.com/index.json';
  execFileSync('tar', ['xzf', archive, file], { cwd: folder });
  const events: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  if (!Array.isArray(events)) throw new TypeError('the examples are no list');
  const payloads = Object.entries(wanted).map(([name, isWanted]) => {
    const event = events.find((each: unknown) => valueAt(each, 'name') === name.split(' ')[0]);
    const list = valueAt(event, 'examples');
    const payload: unknown = Array.isArray(list) ? list.find(isWanted) : undefined;
    if (payload === undefined) throw new TypeError(`no example of ${name}`);
    return [name, withoutUnread(payload)];
  });
  writeFileSync(target, `${JSON.stringify({ source: examples, payloads: Object.fromEntries(payloads) }, null, 1)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function withoutUnread(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnread);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !unread.test(key))
      .map(([key, held]) => [key, withoutUnread(held)]),
  );
}
