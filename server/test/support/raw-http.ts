import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface RawResponse {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** A connection of its own, on which anything can be said. It ends with the test. */
export function dial(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // Being cut off is what some tests are about.
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)))
}

/** Everything that comes until the other side hangs up. */
export function readUntilClosed(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}

/** Says these bytes and gives the answer, after which the other side must hang up. */
export async function sendRaw(url: string, bytes: string): Promise<RawResponse> {
  const socket = await dial(url)
  const heard = readUntilClosed(socket)
  socket.write(bytes, 'latin1')
  return parseResponse(await heard)
}

export function parseResponse(text: string): RawResponse {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { status: Number(first.split(' ')[1]), headers: new Map(headers), body: text.slice(end + 4) }
}
