/** `12,345`. By hand: the first `toLocaleString` of a process costs more than sending the evidence (15 ms, measured). */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');
}

/** The text with its first letter as a capital. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `1 test`, `12,345 tests`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and c`; past `most` names the rest is counted. */
export function list(names: readonly string[], most = 10): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  if (shown.length <= 1) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** `0.42 s`, `12 s`, `3 min 5 s`, `2 h 4 min` */
export function seconds(value: number): string {
  if (value < 10) return `${Number(value.toFixed(2))} s`;
  const whole = Math.round(value);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** In binary units: `12 B`, `4.0 KiB`, `10 MiB` */
export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let size = value;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 || Number.isInteger(size) ? size : size.toFixed(1)} ${units[unit]}`;
}

/** Between a fix that may not be the right one, and the fix for when it is not. */
export const otherwise = '\n\nOtherwise: ';
