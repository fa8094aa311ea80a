/** Returns the next number of its sequence, in [0, 1). */
export type RandomSource = () => number

/** Hashes a text to four 32-bit words (cyrb128, public domain). */
function wordsOf(seed: string): [number, number, number, number] {
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let i = 0; i < seed.length; i += 1) {
    const unit = seed.charCodeAt(i)
    a = b ^ Math.imul(a ^ unit, 597_399_067)
    b = c ^ Math.imul(b ^ unit, 2_869_860_233)
    c = d ^ Math.imul(c ^ unit, 951_274_213)
    d = a ^ Math.imul(d ^ unit, 2_716_044_179)
  }
  return [a | 0, b | 0, c | 0, d | 0]
}

/**
 * The 32-bit numbers of the generator sfc32 (public domain): the same words give the same numbers on every
 * machine. It is not cryptographically secure.
 */
export function sfc32([a, b, c, counter]: readonly [number, number, number, number]): () => number {
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  // The first numbers still correlate with the seed; sfc32's author recommends discarding about a dozen.
  for (let i = 0; i < 15; i += 1) next()
  return next
}

/** A deterministic pseudo-random sequence, for simulated markets and proofs only. */
export function seededRandom(seed: string): RandomSource {
  const next = sfc32(wordsOf(seed))
  return () => next() / 2 ** 32
}

/**
 * Approximately normal with mean 0 and deviation 1: the sum of four uniform numbers (Irwin-Hall). Bounded by
 * 3.5, so that a simulated price makes no leaps.
 */
export const normalSample = (chance: RandomSource): number =>
  (chance() + chance() + chance() + chance() - 2) * Math.sqrt(3)
