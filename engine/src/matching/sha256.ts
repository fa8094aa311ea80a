/**
 * SHA-256 (FIPS 180-4) in plain TypeScript. The engine imports nothing and must give the same bytes in a
 * browser, a server and a replay, so it cannot use that of the runtime. The test compares both.
 */
const k = new Uint32Array(64)
const initial = new Uint32Array(8)

function firstFractionBits(value: number, root: number): number {
  const power = value ** (1 / root)
  return Math.floor((power - Math.floor(power)) * 2 ** 32)
}

for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  let isPrime = true
  for (let factor = 2; factor * factor <= candidate; factor += 1)
    if (candidate % factor === 0) isPrime = false
  if (!isPrime) continue
  if (found < 8) initial[found] = firstFractionBits(candidate, 2)
  k[found] = firstFractionBits(candidate, 3)
  found += 1
}

const at = (words: Uint32Array, index: number): number => words[index] as number
const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

/** The bytes of ASCII text, padded to whole blocks as the standard requires. */
function padded(text: string): Uint8Array {
  const length = text.length
  const bytes = new Uint8Array((((length + 8) >> 6) + 1) << 6)
  for (let i = 0; i < length; i += 1) bytes[i] = text.charCodeAt(i)
  bytes[length] = 0x80
  new DataView(bytes.buffer).setUint32(bytes.length - 4, length * 8)
  return bytes
}

function schedule(block: DataView, w: Uint32Array): void {
  for (let i = 0; i < 16; i += 1) w[i] = block.getUint32(i * 4)
  for (let i = 16; i < 64; i += 1) {
    const a = at(w, i - 15)
    const b = at(w, i - 2)
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
    w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1
  }
}

function compress(hash: Uint32Array, w: Uint32Array): void {
  // Variables instead of an array: this is the inner loop, and a locate takes several hashes.
  let [a, b, c, d] = [at(hash, 0), at(hash, 1), at(hash, 2), at(hash, 3)]
  let [e, f, g, h] = [at(hash, 4), at(hash, 5), at(hash, 6), at(hash, 7)]
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(k, i) + at(w, i)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i += 1) hash[i] = at(hash, i) + (added[i] as number)
}

/** The hash of ASCII text, as 64 lower-case hex digits. Throws on text that is not ASCII. */
export function sha256(text: string): string {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 127) throw new Error('sha256 takes ASCII')
  const bytes = padded(text)
  const hash = initial.slice()
  const w = new Uint32Array(64)
  for (let offset = 0; offset < bytes.length; offset += 64) {
    schedule(new DataView(bytes.buffer, offset, 64), w)
    compress(hash, w)
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** The n-th id derived from a seed: 128 bits as hex. As unguessable as the seed. */
export const idFrom = (seed: string, n: number): string => sha256(`${seed}|${n}`).slice(0, 32)
