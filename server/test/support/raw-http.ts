import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface RawResponse {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** A raw connection. Ends with the test. */
export function dial(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // Some tests are about being disconnected.
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)))
}

/** Everything that is received until the other side disconnects. */
export function readUntilClosed(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}

/** Sends these bytes and returns the response, after which the other side must disconnect. */
export async function sendRaw(url: string, bytes: string): Promise<RawResponse> {
  const socket = await dial(url)
  const received = readUntilClosed(socket)
  socket.write(bytes, 'latin1')
  return parseResponse(await received)
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
