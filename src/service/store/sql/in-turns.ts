import { openTurns } from '../../turns.ts';

/** Does some work of an organization when it is its turn. */
export type InTurns = <Result>(org: string, work: () => Promise<Result>) => Promise<Result>;

/** At most so much work at once, and of one organization: then there is always room for another one. */
export function inTurns(most: number, mostOfOne: number): InTurns {
  const turns = openTurns<() => Promise<void>>(Number.POSITIVE_INFINITY);
  const running: string[] = [];
  const begin = (): void => {
    while (running.length < most) {
      const next = turns.next((org) => running.filter((each) => each === org).length < mostOfOne);
      if (next === undefined) return;
      void perform(...next);
    }
  };
  const perform = async (org: string, work: () => Promise<void>): Promise<void> => {
    running.push(org);
    await work();
    running.splice(running.indexOf(org), 1);
    begin();
  };
  return <Result>(org: string, work: () => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      turns.add(org, () => work().then(resolve, reject));
      begin();
    });
}
