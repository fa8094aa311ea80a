/** PAIR=n repeats one pair of worlds; `npm run proof -- secrecy` sets PAIRS to the number of a full run. */
export const seeds: readonly number[] = process.env.PAIR
  ? [Number(process.env.PAIR)]
  : Array.from({ length: Number(process.env.PAIRS ?? 10) }, (_, i) => i + 1)

/** Whether there are enough pairs to require that every kind of observation was compared often enough. */
export const isWholeRun = seeds.length >= 200

/** The command that repeats one pair. */
export const repeatHint = (seed: number, file: string): string =>
  `repeat with PAIR=${seed} npx vitest run proof/simulation/secrecy/${file}`

/** The number of the first pair, from a given one, in which a seeded leak is detected, or null. */
export function firstDetected(found: (seed: number) => boolean, from = 1, most = 400): number | null {
  for (let seed = from; seed < from + most; seed += 1) if (found(seed)) return seed
  return null
}

/** The observations in both worlds, from shortly before the first difference. */
export function divergence({ one, other }: { readonly one: string; readonly other: string }): string {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  return [one, other].map((text) => text.slice(Math.max(0, same - 80), same + 120)).join('\n  against\n')
}
