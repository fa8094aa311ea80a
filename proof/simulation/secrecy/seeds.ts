/** PAIR=n repeats one pair of worlds, PAIRS=n lives through more or fewer. */
export const seeds: readonly number[] = process.env.PAIR
  ? [Number(process.env.PAIR)]
  : Array.from({ length: Number(process.env.PAIRS ?? 200) }, (_, i) => i + 1)

/** A pair alone proves little: what must have happened often enough is asked of whole runs only. */
export const isWholeRun = seeds.length >= 200

/** How to see a difference again. */
export const repeatHint = (seed: number, file: string): string =>
  `repeat with PAIR=${seed} npx vitest run engine/simulation/${file}`

/** The first pair in which a platform that tells too much is found out, or null. */
export function firstDetected(found: (seed: number) => boolean, most = 400): number | null {
  for (let seed = 1; seed <= most; seed += 1) if (found(seed)) return seed
  return null
}

/** What was seen in one world and in the other, from a little before they part. */
export function divergence({ one, other }: { readonly one: string; readonly other: string }): string {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  return [one, other].map((text) => text.slice(Math.max(0, same - 80), same + 120)).join('\n  against\n')
}
