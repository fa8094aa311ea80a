import { connect, type Socket } from 'node:net'
import { decode, encode, encodeFields } from '@aitai/gateway/wire/encoding.ts'
import { type FixField, type FixMessage, fieldOf } from '@aitai/gateway/wire/fix-message.ts'
import { FrameReader } from '@aitai/gateway/wire/frame-reader.ts'
import { formatUtcTimestamp } from '@aitai/gateway/wire/utc-timestamp.ts'

/**
 * The other end of a session, written from the protocol alone: it remembers what it sent and what it received over
 * all its connections, asks for what it missed and resends what is requested of it.
 */
export class RecoveringCounterparty {
  /** What was sent, by its number; null for an administrative message. */
  readonly #sent: (FixMessage | null)[] = [null]
  /** The numbers of the reports about each order. */
  readonly reports = new Map<string, number[]>()
  readonly faults: string[] = []
  nextIn = 1
  #requestedFrom = 0
  #socket: Socket | null = null

  get nextOut(): number {
    return this.#sent.length
  }

  /** Connects, logs on and resolves at the end of the connection. */
  async run(port: number): Promise<void> {
    const socket = connect(port, '127.0.0.1')
    const frames = new FrameReader(1 << 20)
    this.#socket = socket
    this.#requestedFrom = 0
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      for (const frame of frames.push(bytes)) {
        if (frame.type === 'message') this.#receive(decode(frame.bytes).message)
        else this.faults.push(`received a ${frame.type} message`)
      }
    })
    socket.once('connect', () =>
      this.#send(
        'A',
        [
          [98, '0'],
          [108, '30'],
        ],
        null,
      ),
    )
    await new Promise((resolve) => socket.once('close', resolve))
    this.#socket = null
  }

  /** Sends an order, or only remembers that it was sent while there is no connection. */
  order(clOrdId: string): void {
    const fields: FixField[] = [
      [11, clOrdId],
      [55, '7203.T'],
      [54, '1'],
    ]
    this.#send('D', fields, { type: 'D', fields })
  }

  logout(): void {
    this.#send('5', [], null)
  }

  drop(): void {
    this.#socket?.destroy()
  }

  #send(type: string, body: readonly FixField[], remembered: FixMessage | null): void {
    const seqNum = this.#sent.push(remembered) - 1
    this.#write(type, seqNum, body, [])
  }

  #write(type: string, seqNum: number, body: readonly FixField[], repeated: readonly FixField[]): void {
    const now = formatUtcTimestamp(Date.now())
    const header: FixField[] = [[34, String(seqNum)], [49, 'ALDER'], [52, now], [56, 'AITAI'], ...repeated]
    this.#socket?.write(encode('FIX.4.4', type, encodeFields([...header, ...body])))
  }

  #receive(message: FixMessage): void {
    const seqNum = Number(fieldOf(message, 34))
    // A resend request is answered before its own gap has closed.
    if (message.type === '2') this.#replay(Number(fieldOf(message, 7)))
    if (seqNum > this.nextIn) return this.#request()
    if (seqNum < this.nextIn) {
      if (fieldOf(message, 43) !== 'Y') this.faults.push(`received ${seqNum} instead of ${this.nextIn}`)
      return
    }
    this.nextIn = message.type === '4' ? Number(fieldOf(message, 36)) : seqNum + 1
    const clOrdId = fieldOf(message, 11)
    if (message.type === '8' && clOrdId !== undefined) {
      this.reports.set(clOrdId, [...(this.reports.get(clOrdId) ?? []), seqNum])
    } else if (message.type === '3' || (message.type === '5' && fieldOf(message, 58) !== undefined)) {
      this.faults.push(`received ${message.type}: ${fieldOf(message, 58)}`)
    }
  }

  #request(): void {
    if (this.#requestedFrom === this.nextIn) return
    this.#requestedFrom = this.nextIn
    this.#send(
      '2',
      [
        [7, String(this.nextIn)],
        [16, '0'],
      ],
      null,
    )
  }

  #replay(from: number): void {
    const again: FixField[] = [
      [43, 'Y'],
      [122, formatUtcTimestamp(Date.now())],
    ]
    for (let seqNum = from; seqNum < this.nextOut; seqNum += 1) {
      const message = this.#sent[seqNum]
      if (message) this.#write(message.type, seqNum, message.fields, again)
      else
        this.#write(
          '4',
          seqNum,
          [
            [36, String(seqNum + 1)],
            [123, 'Y'],
          ],
          again,
        )
    }
  }
}
