import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { formatUtcTimestamp } from '@aitai/gateway/wire/utc-timestamp.ts'

const soh = '\x01'
const beginString = new RegExp(`^8=.*?${soh}`)
const checkSum = new RegExp(`${soh}10=[^${soh}]*${soh}$`)
const wholeMessage = new RegExp(`^8=.*?${soh}10=\\d{3}${soh}`, 's')

/** How long an expected message or disconnection may take. The longest heartbeat of the definitions is 6 s. */
const expectationMs = 10_000

/**
 * Runs one of QuickFIX's acceptance definitions for servers against an acceptor, as its own runner does: `I` sends a
 * message, `E` expects one, `i` and `e` connect and disconnect; a number names one of several connections. Every
 * field is compared, in its position; those with a pattern by that pattern. Returns why it failed, or null.
 */
export async function runDefinition(
  definition: string,
  patterns: ReadonlyMap<string, RegExp>,
  port: number,
): Promise<string | null> {
  const connections = new Map<number, DefinitionConnection>()
  try {
    for (const [index, line] of definition.split('\n').entries()) {
      const match = /^([IEie])(?:(\d),)?(.+)$/s.exec(line.replace(/\r$/, ''))
      if (!match) continue
      const [, action, id = '1', text = ''] = match as unknown as [string, string, string?, string?]
      const fault = await act(action, Number(id), text, { connections, patterns, port })
      if (fault !== null) return `line ${index + 1}: ${fault}`
    }
    return null
  } finally {
    for (const connection of connections.values()) connection.close()
  }
}

interface Run {
  readonly connections: Map<number, DefinitionConnection>
  readonly patterns: ReadonlyMap<string, RegExp>
  readonly port: number
}

async function act(action: string, id: number, text: string, run: Run): Promise<string | null> {
  const connection = run.connections.get(id)
  if (action === 'i' && text === 'CONNECT') {
    run.connections.set(id, await DefinitionConnection.open(run.port))
    return null
  }
  if (!connection) return 'there is no connection'
  if (action === 'i') {
    connection.close()
    return null
  }
  if (action === 'e') {
    const message = await connection.next()
    return message === null ? null : `expected the end of the connection, received ${printed(message)}`
  }
  if (action === 'I') return connection.send(framed(withTimes(text)))
  const message = await connection.next()
  const expected = framed(withTimes(text))
  if (message === null) return `expected ${printed(expected)}, received the end of the connection`
  return compare(expected, message, run.patterns)
}

/** Replaces `<TIME>`, `<TIME+10>` and `<TIME-121>` by a time in seconds. */
const withTimes = (text: string): string =>
  text.replace(/<TIME([+-]\d+)?>/g, (_, seconds = '0') =>
    formatUtcTimestamp(Date.now() + Number(seconds) * 1_000).slice(0, 17),
  )

/** Adds BodyLength and CheckSum where a definition leaves them out. */
function framed(text: string): string {
  const begin = beginString.exec(text)?.[0]
  if (begin === undefined) return text
  let rest = text.slice(begin.length)
  const given = checkSum.exec(rest)?.[0]
  if (given !== undefined) rest = rest.slice(0, -given.length + 1)
  const length = text.includes('\x019=') ? '' : `9=${Buffer.byteLength(rest)}\x01`
  const sum = [...Buffer.from(begin + length + rest)].reduce((total, byte) => total + byte, 0) % 256
  return begin + length + rest + (given?.slice(1) ?? `10=${String(sum).padStart(3, '0')}\x01`)
}

function compare(expected: string, received: string, patterns: ReadonlyMap<string, RegExp>): string | null {
  const [left, right] = [fieldsOf(expected), fieldsOf(received)]
  const both = `expected ${printed(expected)}, received ${printed(received)}`
  if (left.length !== right.length) return `another number of fields: ${both}`
  for (const [index, [tag, value]] of left.entries()) {
    const [receivedTag, receivedValue] = right[index] as [string, string]
    if (tag !== receivedTag) return `${receivedTag} instead of ${tag}: ${both}`
    const pattern = patterns.get(tag)
    if (pattern ? !pattern.test(receivedValue) : value !== receivedValue) return `field ${tag}: ${both}`
  }
  return null
}

const fieldsOf = (message: string): [string, string][] =>
  message
    .split('\x01')
    .slice(0, -1)
    .map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)])

const printed = (message: string): string => message.replaceAll('\x01', '|')

/** Reads patterns of fields, one a line: the tag, `=` and a regular expression. */
export const parsePatterns = (text: string): Map<string, RegExp> =>
  new Map(
    text
      .split(/\r?\n/)
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), new RegExp(line.slice(line.indexOf('=') + 1))]),
  )

class DefinitionConnection {
  readonly #socket: Socket
  #received = ''
  #isClosed = false
  #changed: () => void = () => {}

  static async open(port: number): Promise<DefinitionConnection> {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    return new DefinitionConnection(socket)
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes) => {
      this.#received += bytes.toString('latin1')
      this.#changed()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#isClosed = true
      this.#changed()
    })
  }

  send(message: string): string | null {
    if (this.#isClosed) return 'the connection is closed'
    this.#socket.write(message, 'latin1')
    return null
  }

  /** Returns the next message, or null at the end of the connection. Throws if neither comes. */
  async next(): Promise<string | null> {
    const end = AbortSignal.timeout(expectationMs)
    for (;;) {
      const message = wholeMessage.exec(this.#received)?.[0]
      if (message !== undefined) {
        this.#received = this.#received.slice(message.length)
        return message
      }
      if (this.#isClosed) return null
      const changed = new Promise<void>((resolve) => {
        this.#changed = resolve
      })
      const timedOut = wait(expectationMs, true, { signal: end, ref: false }).catch(() => true)
      if (await Promise.race([changed.then(() => false), timedOut])) throw new Error('nothing was received')
    }
  }

  close(): void {
    this.#socket.destroy()
  }
}
