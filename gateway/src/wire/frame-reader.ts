const soh = 0x01
const start = Buffer.from('8=FIX')
/** A start that follows garbage stands at the beginning of a field. */
const laterStart = Buffer.from('\x018=FIX')
/** `10=`, three digits and the end of the field. */
const trailerLength = 7
/** Long enough for `8=FIX.4.4`, `9=` and a length of nine digits. */
const maximumPrefix = 24

const separator = String.fromCharCode(soh)
const beginning = new RegExp(`^8=FIX[^${separator}]*${separator}9=(\\d{1,9})${separator}`)
/** What may still become a beginning. */
const unfinished = new RegExp(`^8=FIX[^${separator}]*(${separator}(9(=\\d{0,9})?)?)?$`)
const ending = new RegExp(`^10=(\\d{3})${separator}$`)

/** What was read from a connection. */
export type Frame =
  | { readonly type: 'message'; readonly bytes: Buffer }
  /** Bytes that the session protocol ignores: their number is missing afterwards, and a resend closes the gap. */
  | { readonly type: 'garbled'; readonly reason: string }
  /** A BodyLength beyond the limit. The reader ignores what follows. */
  | { readonly type: 'tooLong'; readonly length: number }

/**
 * Cuts the bytes of a connection into messages: BeginString, BodyLength and MsgType first, CheckSum last, length and
 * checksum right. After a garbled message the search for the next one begins where the garbled one claims to end,
 * so that text within its body is never taken for a message. Holds at most one message of the maximum length.
 */
export class FrameReader {
  readonly #maximumLength: number
  #rest: Buffer = Buffer.alloc(0)
  /** Whether the next byte follows a whole message, or is the first of the connection. */
  #isBoundary = true
  #isDead = false

  /** `maximumLength` is that of a body, in bytes. */
  constructor(maximumLength: number) {
    this.#maximumLength = maximumLength
  }

  /** Returns what the bytes complete, in their order. */
  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = []
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    while (!this.#isDead) {
      const skipped = this.#findStart(bytes)
      if (skipped > 0) frames.push({ type: 'garbled', reason: 'no BeginString' })
      bytes = bytes.subarray(skipped)
      if (bytes.length < start.length) break
      const found = this.#isBoundary ? readFrame(bytes, this.#maximumLength) : null
      if (found === null) break
      frames.push(found.frame)
      bytes = bytes.subarray(found.length)
      this.#isBoundary = found.isWhole
      this.#isDead = found.frame.type === 'tooLong'
    }
    // A copy, so that a few bytes do not keep the memory of a large chunk.
    this.#rest = this.#isDead ? Buffer.alloc(0) : Buffer.from(bytes)
    return frames
  }

  /** Returns how many bytes lie before the next message or before what may become its start. */
  #findStart(bytes: Buffer): number {
    const length = Math.min(start.length, bytes.length)
    if (this.#isBoundary && bytes.compare(start, 0, length, 0, length) === 0) return 0
    const found = bytes.indexOf(laterStart)
    this.#isBoundary = found >= 0
    if (found >= 0) return found + 1
    return Math.max(0, bytes.length - start.length)
  }
}

interface Found {
  readonly frame: Frame
  /** How many bytes are done with. */
  readonly length: number
  readonly isWhole: boolean
}

const garbled = (reason: string, length: number, isWhole = false): Found => ({
  frame: { type: 'garbled', reason },
  length,
  isWhole,
})

/** Reads the message at the beginning of the bytes, or returns null while it is incomplete. */
function readFrame(bytes: Buffer, maximumLength: number): Found | null {
  const prefix = bytes.toString('latin1', 0, Math.min(bytes.length, maximumPrefix))
  const found = beginning.exec(prefix)
  if (!found) {
    return prefix.length < maximumPrefix && unfinished.test(prefix)
      ? null
      : garbled('no BodyLength', start.length)
  }
  const bodyStart = found[0].length
  const length = Number(found[1])
  if (length > maximumLength) return { frame: { type: 'tooLong', length }, length: 0, isWhole: false }
  const end = bodyStart + length
  if (bytes.length < end + trailerLength) return null
  const trailer = ending.exec(bytes.toString('latin1', end, end + trailerLength))
  if (!trailer || bytes[end - 1] !== soh) return garbled('wrong BodyLength', end)
  const whole = end + trailerLength
  if (checkSum(bytes, end) !== Number(trailer[1])) return garbled('wrong CheckSum', whole, true)
  if (bytes.toString('latin1', bodyStart, bodyStart + 3) !== '35=') {
    return garbled('MsgType is not the third field', whole, true)
  }
  return { frame: { type: 'message', bytes: bytes.subarray(0, whole) }, length: whole, isWhole: true }
}

/** Returns CheckSum (10) of the first `end` bytes as a number. */
export function checkSum(bytes: Buffer, end: number): number {
  let sum = 0
  for (let index = 0; index < end; index += 1) sum += bytes[index] as number
  return sum & 0xff
}
