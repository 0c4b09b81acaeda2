import type { Joint } from './engine.ts';
import type { Steps } from './sql.ts';

/** A write that waits for its turn, and whoever waits for it. */
export interface Waiting {
  readonly org: string;
  /** When it came, by `performance.now()`. */
  readonly since: number;
  /** Absent if it is not to share a body, or not any more. */
  readonly kind?: string | undefined;
  readonly item: unknown;
  all(items: readonly unknown[]): Steps<readonly (object | undefined)[]>;
  resolve(result: object): void;
  reject(error: unknown): void;
}

/** The writes that share a body. */
export interface Unit {
  readonly members: readonly Waiting[];
  readonly body: () => Steps<readonly (object | undefined)[]>;
}

/** The end of a unit: a result for each member, or the error of all. */
export type Ended = { readonly unit: Unit } & ({ readonly results: readonly (object | undefined)[] } | { readonly error: unknown });

export function waitingFor<Result>(
  body: () => Steps<Result>,
  org: string,
): { readonly waiting: Waiting; readonly result: Promise<Result> } {
  const { waiting, result } = waitingJoint({
    org,
    kind: '',
    item: body,
    *all([only]) {
      return only === undefined ? [] : [{ result: yield* only() }];
    },
  });
  return { waiting: { ...waiting, kind: undefined }, result: result.then((boxed) => boxed.result) };
}

export function waitingJoint<Item, Result extends object>(
  joint: Joint<Item, Result>,
): { readonly waiting: Waiting; readonly result: Promise<Result> } {
  const { promise, reject, resolve } = Promise.withResolvers<Result>();
  return { waiting: { ...joint, since: performance.now(), resolve, reject }, result: promise };
}

/** So many writes share a body at most: it does not end before its last one. */
const most = 64;

/**
 * The writes with their bodies: one each, or one for a kind and an organization. By turns: many of one do not go before the first of
 * another.
 */
export function unitsOf(group: readonly Waiting[]): readonly Unit[] {
  const common = Map.groupBy(group, (waiting) => (waiting.kind === undefined ? waiting : `${waiting.kind} ${waiting.org}`));
  return byTurns([...common.values()].flatMap((members) => inPieces(members).flatMap(unitOf)));
}

/** The same writes, each with a body of its own. */
export function alone(group: readonly Waiting[]): readonly Unit[] {
  return byTurns(group.flatMap((waiting) => unitOf([waiting])));
}

function unitOf(members: readonly Waiting[]): readonly Unit[] {
  const [first] = members;
  return first === undefined ? [] : [{ members, body: () => first.all(members.map(({ item }) => item)) }];
}

function inPieces(members: readonly Waiting[]): readonly (readonly Waiting[])[] {
  return Array.from({ length: Math.ceil(members.length / most) }, (_, index) => members.slice(index * most, (index + 1) * most));
}

function byTurns(units: readonly Unit[]): readonly Unit[] {
  const lanes = [...Map.groupBy(units, ({ members }) => members[0]?.org).values()];
  const longest = Math.max(0, ...lanes.map((lane) => lane.length));
  return Array.from({ length: longest }, (_, turn) => lanes.flatMap((lane) => lane[turn] ?? [])).flat();
}

/** Tells everybody the end of a write, once it is durable. Answers those that are still to be written, alone. */
export function settle(ended: readonly Ended[]): readonly Waiting[] {
  const left: Waiting[] = [];
  for (const end of ended) {
    for (const [index, waiting] of end.unit.members.entries()) {
      const result = 'results' in end ? end.results[index] : undefined;
      if (result !== undefined) waiting.resolve(result);
      else if ('error' in end) waiting.reject(end.error);
      else if (waiting.kind !== undefined) left.push({ ...waiting, kind: undefined });
      else waiting.reject(new Error('A write that was alone has no result.'));
    }
  }
  return left;
}
