/**
 * Works out the status of a trail from everything that was ever said on it, word by word as the documents describe it and as
 * slowly as that takes. It shares nothing with the code that it is compared with.
 */

export interface Entry {
  readonly name: string;
  readonly type: string;
}

export interface Asked {
  readonly trail: readonly Entry[];
  /** The entries by the name of the artifact. */
  readonly artifacts: Readonly<Record<string, readonly Entry[]>>;
}

export type Subject =
  | { readonly of: 'trail' }
  | { readonly of: 'artifact'; readonly fingerprint: string }
  /** An artifact that need not be reported yet. */
  | { readonly of: 'name'; readonly artifact: string; readonly commit: string };

export type Said =
  | { readonly does: 'report'; readonly fingerprint: string; readonly artifact: string; readonly commit: string }
  | { readonly does: 'attest'; readonly about: Subject; readonly name: string; readonly type: string; readonly yes: boolean }
  | { readonly does: 'override'; readonly about: Subject; readonly name: string; readonly type: string; readonly yes: boolean };

export interface Row {
  readonly name: string;
  readonly type: string;
  readonly state: 'there' | 'missing';
  readonly yes: boolean;
  readonly asked: boolean;
  /**
   * The places of the statements in the history. An override names both its own place and that of the record that it overrides.
   */
  readonly record?: number;
  readonly overrides?: number;
}

export interface Status {
  readonly state: string;
  readonly trail: readonly Row[];
  readonly artifacts: Readonly<Record<string, readonly Row[]>>;
  readonly refused: readonly number[];
}

interface Held {
  readonly at: number;
  readonly about: Subject;
  readonly name: string;
  readonly type: string;
  readonly yes: boolean;
  readonly overrides?: number;
}

export function slowly(asked: Asked, history: readonly Said[]): Status {
  const records: Held[] = [];
  const reported: { fingerprint: string; artifact: string; commit: string }[] = [];
  const refused: number[] = [];

  function speaksFor(record: Held, artifact: string): boolean {
    const report = reported.find((each) => each.artifact === artifact);
    const { about } = record;
    if (about.of === 'trail') return false;
    if (about.of === 'artifact') return report !== undefined && about.fingerprint === report.fingerprint;
    return about.artifact === artifact && (report === undefined || report.commit === about.commit);
  }

  function lastOf(of: readonly Held[], name: string): Held | undefined {
    let last: Held | undefined;
    for (const record of of) if (record.name === name && (last === undefined || record.at > last.at)) last = record;
    return last;
  }

  /** The records that an override may be about, and the entries that the template has there. */
  function place(about: Subject): { readonly records: readonly Held[]; readonly entries: readonly Entry[] } | undefined {
    if (about.of === 'trail') return { records: records.filter((record) => record.about.of === 'trail'), entries: asked.trail };
    if (about.of === 'artifact') {
      const report = reported.find((each) => each.fingerprint === about.fingerprint);
      if (report === undefined) return undefined;
      return {
        records: records.filter((record) => speaksFor(record, report.artifact)),
        entries: asked.artifacts[report.artifact] ?? [],
      };
    }
    const report = reported.find((each) => each.artifact === about.artifact && each.commit === about.commit);
    return {
      records: records.filter(
        (record) =>
          (record.about.of === 'name' && record.about.artifact === about.artifact && record.about.commit === about.commit) ||
          (report !== undefined && speaksFor(record, about.artifact)),
      ),
      entries: asked.artifacts[about.artifact] ?? [],
    };
  }

  history.forEach((said, at) => {
    switch (said.does) {
      case 'report':
        if (reported.every(({ fingerprint }) => fingerprint !== said.fingerprint)) reported.push(said);
        return;
      case 'attest':
        if (said.about.of === 'artifact' && place(said.about) === undefined) refused.push(at);
        else records.push({ at, ...said });
        return;
      case 'override': {
        const found = place(said.about);
        const last = lastOf(found?.records ?? [], said.name);
        const entry = found?.entries.find(({ name }) => name === said.name);
        if (last !== undefined && last.type === said.type) records.push({ at, ...said, overrides: last.overrides ?? last.at });
        else if (last === undefined && entry !== undefined && (entry.type === said.type || entry.type === '*'))
          records.push({ at, ...said, overrides: at });
        else refused.push(at);
      }
    }
  });

  function rows(entries: readonly Entry[], of: readonly Held[]): readonly Row[] {
    const all: Row[] = [];
    for (const name of new Set([...entries, ...of].map((each) => each.name))) {
      const last = lastOf(of, name);
      const entry = entries.find((each) => each.name === name);
      const fits = last !== undefined && entry !== undefined && (entry.type === '*' || entry.type === last.type);
      if (entry !== undefined && !fits) all.push({ name, type: entry.type, state: 'missing', yes: false, asked: true });
      if (last === undefined) continue;
      const { at: record, overrides, type, yes } = last;
      all.push({ name, type, state: 'there', yes, asked: fits, record, ...(overrides === undefined ? {} : { overrides }) });
    }
    return all;
  }

  const trail = rows(
    asked.trail,
    records.filter((record) => record.about.of === 'trail'),
  );
  const artifacts: { [name: string]: readonly Row[] } = {};
  const targets = records.flatMap(({ about }) => (about.of === 'name' ? [about.artifact] : []));
  for (const name of new Set([...Object.keys(asked.artifacts), ...reported.map(({ artifact }) => artifact), ...targets])) {
    artifacts[name] = rows(
      asked.artifacts[name] ?? [],
      records.filter((record) => speaksFor(record, name)),
    );
  }
  const every = [...trail, ...Object.values(artifacts).flat()];
  const unreported = Object.keys(asked.artifacts).some((name) => reported.every(({ artifact }) => artifact !== name));
  const isRed = every.some(({ state, yes }) => state === 'there' && !yes);
  const lacks = unreported || every.some(({ state }) => state === 'missing');
  return { state: isRed ? 'NON-COMPLIANT' : lacks ? 'INCOMPLETE' : 'COMPLIANT', trail, artifacts, refused };
}
