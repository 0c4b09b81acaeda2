/** A module for `node --import`: from then on the clock of that process goes on from a moment, which is not today. */
export function movedClock(now: string): string {
  return clockModule(now, 'moment + Real.now() - began');
}

/** The same for a clock that stands still: what two processes write then can be compared. */
export function stoppedClock(now: string): string {
  return clockModule(now, 'moment');
}

function clockModule(moment: string, now: string): string {
  const program = `
    const Real = Date;
    const [moment, began] = [Real.parse(${JSON.stringify(moment)}), Real.now()];
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        super(...(given.length === 0 ? [Date.now()] : given));
      }
      static now() {
        return ${now};
      }
    };`;
  return `data:text/javascript,${encodeURIComponent(program)}`;
}
