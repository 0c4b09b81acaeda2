import { token, type StoryService } from './service.ts';

export interface Results {
  readonly flow?: string;
  readonly name?: string;
  readonly total?: number;
  readonly failed?: number;
  readonly skipped?: number;
  /** The name of the trail. It is the SHA if left out. */
  readonly trail?: string;
  readonly userData?: object;
}

/** Tells the real service of evidence and of what runs. */
export interface Evidence {
  record(sha: string, results?: Results): Promise<void>;
  send(method: 'PUT' | 'POST', path: string, body: object, form?: { readonly name: string; readonly text: string }): Promise<void>;
  /** Reports that the artifacts of these letters run in an environment. */
  runs(environment: string, letters: string): Promise<void>;
  /** Reports an artifact of that letter on the trail of a commit. */
  artifact(letter: string, flow: string, sha: string): Promise<string>;
  approve(letter: string, flow: string, who: string | null): Promise<void>;
}

const print = (letter: string): string => letter.repeat(64);

/** @param tick lets a minute of the story go by */
export function openEvidence(service: StoryService, tick: () => void): Evidence {
  async function send(
    method: 'PUT' | 'POST',
    path: string,
    body: object,
    form?: { readonly name: string; readonly text: string },
  ): Promise<void> {
    const data = new FormData();
    data.set('data_json', JSON.stringify(body));
    if (form !== undefined) data.set(form.name, new Blob([form.text]), `${form.name}.yml`);
    const json = { 'content-type': 'application/json' };
    const isForm = form !== undefined || (path.includes('/trail/') && !path.endsWith('/override'));
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : json) },
      body: isForm ? data : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  }

  return {
    send,
    async record(sha, { failed = 0, flow = 'unit', name = 'tests', skipped = 0, total = 3, trail = sha, userData = {} } = {}) {
      tick();
      await send('POST', `/attestations/acme/${flow}/trail/${trail}/junit`, {
        attestation_name: name,
        git_commit_info: { sha1: sha },
        junit_results: [{ name: 'suite', failures: failed, errors: 0, skipped, total, duration: 0.5 }],
        user_data: userData,
      });
    },
    async runs(environment, letters) {
      tick();
      const artifacts = letters.split('').map((letter) => ({ digests: { [letter]: print(letter) }, creationTimestamp: 1000 }));
      await send('PUT', `/environments/acme/${environment}/report/server`, { artifacts });
    },
    async artifact(letter, flow, sha) {
      tick();
      const said = { fingerprint: print(letter), filename: `${letter}.tgz`, build_url: '', commit_url: '', git_commit: sha };
      await send('POST', `/artifacts/acme/${flow}`, { ...said, trail_name: sha });
      return print(letter);
    },
    async approve(letter, flow, who) {
      tick();
      const approvals = who === null ? [] : [{ state: 'APPROVED', comment: 'Fine', approved_by: who, approval_url: '' }];
      const asked = { artifact_fingerprint: print(letter), environment: 'production', description: 'Ready', src_commit_list: [] };
      await send('POST', `/approvals/acme/${flow}`, { ...asked, ...(who === null ? {} : { approvals }) });
    },
  };
}
