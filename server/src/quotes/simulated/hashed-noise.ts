/**
 * Random numbers that are a function of a key, a level and an index, so that any moment of a simulated market can be
 * computed without those before it. Not secure: for simulated markets only.
 */

/** A 32-bit key of a text (FNV-1a, public domain). */
export function noiseKey(text: string): number {
  let hash = 2_166_136_261
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619)
  return hash >>> 0
}

/** 32 mixed bits: the finalizer of MurmurHash3 (public domain) over the three numbers. */
function bitsAt(key: number, level: number, index: number): number {
  let hash = key ^ Math.imul(level + 1, 0x9e37_79b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d) ^ Math.imul(index | 0, 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Uniform in [0, 1). */
export const uniformAt = (key: number, level: number, index: number): number =>
  bitsAt(key, level, index) / 2 ** 32

/** The standard deviation of the sum of four uniform bytes. */
const bytesDeviation = Math.sqrt((4 * (256 ** 2 - 1)) / 12)

/** Approximately normal, with mean 0 and standard deviation 1: the scaled sum of four bytes, below 3.5. */
export function normalAt(key: number, level: number, index: number): number {
  const bits = bitsAt(key, level, index)
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24)
  return (sum - 510) / bytesDeviation
}

/** A random path around zero. */
export interface PathShape {
  /** Its standard deviation at any moment, as a share. */
  readonly deviation: number
  /** After this time, in milliseconds, it has forgotten where it was. */
  readonly returnMs: number
  /** How often the time is halved: the finest detail is `returnMs` / 2 ** levels. */
  readonly levels: number
}

/**
 * The value of a path at a time in milliseconds UTC. Independent values `returnMs` apart are joined by Brownian
 * bridges (the construction by Lévy: a tent at every halving, each with a height of its own), so that the path is as
 * rough as a price, reverts to zero, and takes the same time to compute for any moment.
 */
export function pathAt(key: number, { deviation, returnMs, levels }: PathShape, at: number): number {
  let index = Math.floor(at / returnMs)
  let part = at / returnMs - index
  let value = deviation * (normalAt(key, 0, index) * (1 - part) + normalAt(key, 0, index + 1) * part)
  // The deviation that a bridge of this roughness has in its middle.
  let height = deviation * Math.SQRT1_2
  for (let level = 1; level <= levels; level += 1) {
    value += height * normalAt(key, level, index) * (1 - Math.abs(2 * part - 1))
    height *= Math.SQRT1_2
    part *= 2
    index *= 2
    if (part >= 1) {
      part -= 1
      index += 1
    }
  }
  return value
}
