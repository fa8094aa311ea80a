import { Parser } from '@stomp/stompjs'

/**
 * STOMP frames as text, both ways. This is the one place that knows the parser of @stomp/stompjs: it is
 * internal to that package, which is pinned for it.
 */
export interface Frame {
  readonly command: string
  readonly headers: ReadonlyMap<string, string>
}

export interface BrokenFrame {
  /** What the sender did wrong, in words for its ERROR frame. */
  readonly broken: string
}

/** What a piece of the stream held: the frames it completed, in order, and how many heart-beats. */
export interface ReceivedFrames {
  readonly frames: readonly Frame[]
  readonly beats: number
}

/**
 * Takes a stream of STOMP in pieces of any size. Once something is broken the stream has no meaning any more.
 * `frameBytes` bounds what is kept of a frame that does not end.
 */
export function frameReader(frameBytes: number): (piece: string) => ReceivedFrames | BrokenFrame {
  let frames: Frame[] = []
  let beats = 0
  let isEscapedRight = true
  let openBytes = 0
  const parser = new Parser(
    ({ command = '', headers }) => {
      // The parser logs and forgets what its listener throws, so nothing here may throw.
      const read = readHeaders(command, headers)
      if (read) frames.push({ command, headers: read })
      else isEscapedRight = false
    },
    () => {
      beats += 1
    },
  )

  return (piece) => {
    // Half a surrogate pair, or what a decoder put in the place of bytes that were no UTF-8.
    if (!piece.isWellFormed() || piece.includes('\uFFFD')) return { broken: 'Frames must be UTF-8' }
    const bytes = Buffer.byteLength(piece)
    if (openBytes + bytes > frameBytes)
      return { broken: `Frames must not be larger than ${frameBytes} bytes` }

    frames = []
    beats = 0
    parser.parseChunk(piece)
    if (!isEscapedRight) return { broken: 'A header has an escape sequence that STOMP does not know' }
    // Where in the piece the next frame began is not known, so that one counts from the start of the piece.
    openBytes = frames.length > 0 ? bytes : openBytes + bytes - beats
    return { frames, beats }
  }
}

const unescaped: Readonly<Record<string, string>> = { '\\r': '\r', '\\n': '\n', '\\c': ':', '\\\\': '\\' }
const escaped: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', ':': '\\c', '\\': '\\\\' }

/** CONNECT frames are not escaped, for the sake of STOMP 1.0. */
const isPlain = (command: string): boolean =>
  command === 'CONNECT' || command === 'STOMP' || command === 'CONNECTED'

/** Of a repeated header the first counts. Null if a value is not escaped as STOMP says. */
function readHeaders(
  command: string,
  headers: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> | null {
  const read = new Map<string, string>()
  let isRight = true
  const inPlain = (text: string): string =>
    text.replace(/\\[\s\S]?/g, (sequence) => {
      const meant = unescaped[sequence]
      if (meant === undefined) isRight = false
      return meant ?? ''
    })
  for (const [name, value] of headers) {
    const plain = isPlain(command) ? name : inPlain(name)
    if (!read.has(plain)) read.set(plain, isPlain(command) ? value : inPlain(value))
  }
  return isRight ? read : null
}

/** A body with its length in bytes: made once for each notice, however many sockets get it. */
export interface FrameBody {
  readonly text: string
  readonly bytes: number
}

export const frameBody = (text: string): FrameBody => ({ text, bytes: Buffer.byteLength(text) })

/** A frame as text. Headers without a value are left out. */
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
