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
