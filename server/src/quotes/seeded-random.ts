/** A generator of pseudo-random numbers: each call returns the next one, in [0, 1). */
export type RandomSource = () => number

/** Hashes a seed to four 32-bit words (cyrb128, public domain). */
function hashSeed(seed: string): [number, number, number, number] {
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
 * Returns a generator of unsigned 32-bit numbers (sfc32, public domain). The same four seed words give the same
 * sequence on every machine. Not cryptographically secure.
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

/** Returns a deterministic generator for a seed. Not secure: for simulated markets and tests only. */
export function seededRandom(seed: string): RandomSource {
  const next = sfc32(hashSeed(seed))
  return () => next() / 2 ** 32
}

/**
 * Returns a sample that is approximately normal, with mean 0 and standard deviation 1: the scaled sum of four
 * uniform numbers (Irwin-Hall). Its absolute value is below 3.5, so that a simulated price never jumps.
 */
export const normalSample = (random: RandomSource): number =>
  (random() + random() + random() + random() - 2) * Math.sqrt(3)
