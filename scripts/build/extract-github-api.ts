import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listAt, stringAt, valueAt } from '../../src/text/index.ts';

// Takes the operations that we ask of GitHub out of the description of its API that GitHub publishes (MIT), for the double that
// tests talk to: `node scripts/build/extract-github-api.ts`. The package is 385 MB, so only the needed part stays here.
const description = '@octokit/openapi@23.0.2';
const operations = [
  ['get', '/repos/{owner}/{repo}/commits/{ref}'],
  ['get', '/repos/{owner}/{repo}/commits/{ref}/statuses'],
  ['post', '/repos/{owner}/{repo}/statuses/{sha}'],
  ['get', '/repos/{owner}/{repo}/pulls/{pull_number}'],
  ['get', '/repos/{owner}/{repo}/actions/runs/{run_id}'],
  ['get', '/repos/{owner}/{repo}/actions/runs/{run_id}/approvals'],
  ['get', '/repos/{owner}/{repo}/contents/{path}'],
  ['get', '/repos/{owner}/{repo}/issues/{issue_number}/comments'],
  ['post', '/repos/{owner}/{repo}/issues/{issue_number}/comments'],
  ['patch', '/repos/{owner}/{repo}/issues/comments/{comment_id}'],
  ['get', '/repos/{owner}/{repo}/pulls'],
  ['get', '/user'],
  ['get', '/repos/{owner}/{repo}'],
  ['get', '/repos/{owner}/{repo}/activity'],
  ['get', '/repos/{owner}/{repo}/rules/branches/{branch}'],
  ['get', '/repos/{owner}/{repo}/rulesets/rule-suites'],
  ['get', '/repos/{owner}/{repo}/rulesets/rule-suites/{rule_suite_id}'],
  ['get', '/repos/{owner}/{repo}/rulesets/{ruleset_id}'],
  ['get', '/repos/{owner}/{repo}/rulesets/{ruleset_id}/history'],
  ['get', '/repos/{owner}/{repo}/rulesets/{ruleset_id}/history/{version_id}'],
  ['get', '/repos/{owner}/{repo}/deployments'],
  ['get', '/repos/{owner}/{repo}/deployments/{deployment_id}/statuses'],
  ['get', '/repos/{owner}/{repo}/releases'],
  ['get', '/repos/{owner}/{repo}/tags'],
  ['get', '/repos/{owner}/{repo}/git/matching-refs/{ref}'],
  ['get', '/repos/{owner}/{repo}/issues'],
  ['post', '/repos/{owner}/{repo}/issues'],
  ['patch', '/repos/{owner}/{repo}/issues/{issue_number}'],
  ['get', '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs'],
  ['get', '/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts'],
  ['get', '/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}'],
  ['get', '/orgs/{org}'],
  ['get', '/orgs/{org}/repos'],
  ['get', '/users/{username}'],
  ['get', '/users/{username}/repos'],
  ['get', '/installation/repositories'],
  ['get', '/orgs/{org}/installation'],
  ['get', '/users/{username}/installation'],
  ['post', '/app/installations/{installation_id}/access_tokens'],
] as const;
const prose = ['description', 'title'];
const file = 'package/generated/api.github.com.deref.json';

const target = join(import.meta.dirname, '../../test/support/github-api/operations.json');
const folder = mkdtempSync(join(tmpdir(), 'github-api-'));
try {
  const archive = execFileSync('npm', ['pack', description, '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', archive, file], { cwd: folder });
  const whole: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const found = operations.map(([method, path]) => {
    const operation = valueAt(whole, 'paths', path, method);
    const status = [200, 201, 302].find((one) => valueAt(operation, 'responses', String(one)) !== undefined) ?? 200;
    const parameters = (listAt(operation, 'parameters') ?? []).filter((one) => stringAt(one, 'in') === 'query');
    const answer = valueAt(operation, 'responses', String(status), 'content', 'application/json');
    return {
      method: method.toUpperCase(),
      path,
      query: Object.fromEntries(parameters.map((one) => [String(valueAt(one, 'name')), bare(valueAt(one, 'schema'))])),
      request: bare(valueAt(operation, 'requestBody', 'content', 'application/json', 'schema')) ?? null,
      status,
      answer: bare(valueAt(answer, 'schema')),
      example: valueAt(answer, 'examples', 'default', 'value') ?? firstExample(valueAt(answer, 'examples')),
    };
  });
  writeFileSync(target, `${JSON.stringify({ source: description, operations: found }, null, 1)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function firstExample(examples: unknown): unknown {
  return typeof examples === 'object' && examples !== null ? valueAt(Object.values(examples)[0], 'value') : undefined;
}

/** A schema without its prose, and with `null` as JSON Schema has it: properties may be called like the words that are left out. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(
    ([key, value]) => !(prose.includes(key) && typeof value === 'string') && !/^examples?$/.test(key),
  );
  const rest = Object.fromEntries(entries.filter(([key]) => key !== 'nullable').map(([key, value]) => [key, bare(value)]));
  return valueAt(schema, 'nullable') === true ? { anyOf: [{ type: 'null' }, rest] } : rest;
}
