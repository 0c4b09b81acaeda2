/** A module for `node --import`: from then on the clock of that process goes on from a moment, which is not today. */
export function movedClock(now: string): string {
  const program = `
    const Real = Date;
    const shift = Real.parse(${JSON.stringify(now)}) - Real.now();
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        super(...(given.length === 0 ? [Real.now() + shift] : given));
      }
      static now() {
        return Real.now() + shift;
      }
    };`;
  return `data:text/javascript,${encodeURIComponent(program)}`;
}

/** The same for a clock that stands still: what two processes write then can be compared. */
export function stoppedClock(now: string): string {
  const program = `
    const Real = Date;
    const moment = Real.parse(${JSON.stringify(now)});
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        super(...(given.length === 0 ? [moment] : given));
      }
      static now() {
        return moment;
      }
    };`;
  return `data:text/javascript,${encodeURIComponent(program)}`;
}
