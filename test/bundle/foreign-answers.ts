import { payloadOf } from '../git/payloads.ts';
import type { Play } from './play.ts';

/** A commit as GitHub tells it. */
export function commitOf(sha: string) {
  const [url, person] = ['https://github.com/acme/shop', { name: 'Ada', email: 'ada@example.com', date: '2026-01-02T03:04:05Z' }];
  return {
    sha,
    parents: [],
    files: [],
    commit: { url, message: '', author: person, committer: person, comment_count: 0, tree: { sha, url } },
  };
}

/** The event of a run after another one, on a pull request that GitHub does not know. */
export function followed({ sha }: Play, run: object, action = 'completed'): { readonly name: string; readonly payload: unknown } {
  const payload = payloadOf('workflow_run completed');
  const whole = Object(Reflect.get(payload, 'workflow_run'));
  return {
    name: 'workflow_run',
    payload: { ...payload, action, workflow_run: { ...whole, head_sha: sha, event: 'pull_request', ...run } },
  };
}

/** An answer, of whatever form, with the text in its records of test results. */
export function recordsWith(answer: unknown, text: string): unknown {
  if (Array.isArray(answer)) return answer.map((each: unknown) => recordsWith(each, text));
  if (typeof answer !== 'object' || answer === null) return answer;
  const rows: unknown = Reflect.get(answer, 'junit_results');
  if (!Array.isArray(rows)) return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, recordsWith(value, text)]));
  const data = Object(Reflect.get(answer, 'user_data'));
  return {
    ...answer,
    junit_results: rows.map((row: unknown) => ({ ...Object(row), name: text })),
    user_data: {
      ...data,
      compliance_evidence: {
        ...data.compliance_evidence,
        workflow: text,
        leg: text,
        failed_tests: [text],
        failures: [{ test: text, message: text, place: text }],
      },
    },
    origin_url: `https://e.example/${text}`,
    html_url: `https://e.example/${text}`,
  };
}

/** The same of its overrides. */
export function overridesWith(answer: unknown, text: string): unknown {
  if (Array.isArray(answer)) return answer.map((each: unknown) => overridesWith(each, text));
  if (typeof answer !== 'object' || answer === null) return answer;
  if (Reflect.get(answer, 'attestation_type') !== 'override')
    return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, overridesWith(value, text)]));
  return { ...answer, reported_by: text, reason: text, original_attestation_type: text };
}
