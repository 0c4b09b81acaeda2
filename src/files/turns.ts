/** Takes digests, in hexadecimal digits, one after the other. */
export interface Digests {
  update(digest: string): unknown;
}

/** The place of one among several that write one after the other. */
export interface Turn extends Digests {
  /** Nothing more will come. */
  end(): void;
}

/** Lets several write in any order what is to come out in theirs: whoever is before their turn waits with what they said. */
export function inTurns(out: Digests, count: number): readonly Turn[] {
  const all = Array.from({ length: count }, () => ({ waiting: [] as string[], isOver: false }));
  let current = 0;
  return all.map((own, index) => ({
    update(digest) {
      if (index === current) out.update(digest);
      else own.waiting.push(digest);
    },
    end() {
      own.isOver = true;
      while (all[current]?.isOver === true) {
        current += 1;
        for (const digest of all[current]?.waiting.splice(0) ?? []) out.update(digest);
      }
    },
  }));
}
