import { Parser } from '@stomp/stompjs'

/**
 * A received STOMP frame. Parsing uses a class that is internal to @stomp/stompjs, so only this file imports it
 * and the package's version is pinned.
 */
export interface Frame {
  readonly command: string
  readonly headers: ReadonlyMap<string, string>
}

export interface BrokenFrame {
  /** What is wrong, as text for the ERROR frame. */
  readonly broken: string
}

/** The frames that a piece of the stream completed, in order, and the number of heart-beats in it. */
export interface ReceivedFrames {
  readonly frames: readonly Frame[]
  readonly beats: number
}

/**
 * Parses a STOMP stream in pieces of any size. After a broken frame the stream cannot be parsed further.
 * `frameBytes` limits the size of a frame, and so the memory used for an unfinished one.
 */
export function frameReader(frameBytes: number): (piece: string) => ReceivedFrames | BrokenFrame {
  let frames: Frame[] = []
  let beats = 0
  let isEscapingValid = true
  let openBytes = 0
  const parser = new Parser(
    ({ command = '', headers }) => {
      // The parser swallows exceptions of its listener, so nothing here may throw.
      const read = readHeaders(command, headers)
      if (read) frames.push({ command, headers: read })
      else isEscapingValid = false
    },
    () => {
      beats += 1
    },
  )

  return (piece) => {
    // A lone surrogate, or the replacement character that a decoder inserted for invalid UTF-8.
    if (!piece.isWellFormed() || piece.includes('\uFFFD')) return { broken: 'Frames must be UTF-8' }
    const bytes = Buffer.byteLength(piece)
    if (openBytes + bytes > frameBytes)
      return { broken: `Frames must not be larger than ${frameBytes} bytes` }

    frames = []
    beats = 0
    parser.parseChunk(piece)
    if (!isEscapingValid) return { broken: 'A header has an escape sequence that STOMP does not know' }
    // The parser does not report where in the piece the next frame began, so count the whole piece for it.
    openBytes = frames.length > 0 ? bytes : openBytes + bytes - beats
    return { frames, beats }
  }
}

const unescapes: Readonly<Record<string, string>> = { '\\r': '\r', '\\n': '\n', '\\c': ':', '\\\\': '\\' }
const escaped: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', ':': '\\c', '\\': '\\\\' }

/** CONNECT frames are not escaped, for compatibility with STOMP 1.0. */
const isPlain = (command: string): boolean =>
  command === 'CONNECT' || command === 'STOMP' || command === 'CONNECTED'

/** The first of repeated headers counts (STOMP 1.2). Null if an escape sequence is invalid. */
function readHeaders(
  command: string,
  headers: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> | null {
  const read = new Map<string, string>()
  let isValid = true
  const unescapeHeader = (text: string): string =>
    text.replace(/\\[\s\S]?/g, (sequence) => {
      const unescaped = unescapes[sequence]
      if (unescaped === undefined) isValid = false
      return unescaped ?? ''
    })
  for (const [name, value] of headers) {
    const plain = isPlain(command) ? name : unescapeHeader(name)
    if (!read.has(plain)) read.set(plain, isPlain(command) ? value : unescapeHeader(value))
  }
  return isValid ? read : null
}

/** A body with its length in bytes, computed once per notification, however many sockets receive it. */
export interface FrameBody {
  readonly text: string
  readonly bytes: number
}

export const frameBody = (text: string): FrameBody => ({ text, bytes: Buffer.byteLength(text) })

/** A frame as text. Headers that are null are omitted. */
export function writeFrame(
  command: string,
  headers: Readonly<Record<string, string | null>>,
  body?: FrameBody,
): string {
  let frame = `${command}\n`
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) continue
    const written = isPlain(command) ? value : value.replace(/[\r\n:\\]/g, (sign) => escaped[sign] ?? sign)
    frame += `${name}:${written}\n`
  }
  if (body) frame += `content-length:${body.bytes}\n`
  return `${frame}\n${body?.text ?? ''}\0`
}

export type StompVersion = '1.1' | '1.2'

/** The newest version that both sides support, or null. A client that names none speaks 1.0. */
export function stompVersionOf({ headers }: Frame): StompVersion | null {
  const offered = (headers.get('accept-version') ?? '').split(',').map((each) => each.trim())
  return (['1.2', '1.1'] as const).find((version) => offered.includes(version)) ?? null
}

/** Milliseconds between heart-beats in each direction, 0 for none. */
export interface HeartBeats {
  readonly outMs: number
  readonly inMs: number
}

/** The negotiated intervals: in each direction the longer of the two that were requested. */
export function heartBeatsOf({ headers }: Frame, ownMs: number): HeartBeats {
  const requested = /^(\d{1,9}),(\d{1,9})$/.exec(headers.get('heart-beat') ?? '')
  const [can, wants] = [Number(requested?.[1] ?? 0), Number(requested?.[2] ?? 0)]
  return { outMs: wants === 0 ? 0 : Math.max(wants, ownMs), inMs: can === 0 ? 0 : Math.max(can, ownMs) }
}

/** The notification that an ACK or NACK refers to: header `id` in STOMP 1.2, `message-id` in 1.1. */
export const ackedIdOf = ({ headers }: Frame): string | null =>
  headers.get('id') ?? headers.get('message-id') ?? null
