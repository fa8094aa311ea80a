import { runTypedCommand } from './manual-transcripts.ts'

/** An e-mail or SMS as its recipient reads it. */
export interface OutboxMessage {
  readonly kind: 'mail' | 'sms'
  readonly recipient: string
  readonly subject: string
  readonly body: string
}

interface Sent {
  readonly dataDir: string
}

const waits = { for: 15_000, between: 100 } as const

/** Everything that a recipient has received, newest last, from the operator's `outbox` command. */
export async function messagesTo({ dataDir }: Sent, recipient: string): Promise<readonly OutboxMessage[]> {
  const words = ['npm', 'run', '-s', 'aitai', '--', 'outbox', '--json']
  const { code, out, both } = await runTypedCommand({ words, shown: '' }, { dataDir, folder: dataDir })
  if (code !== 0) throw new Error(both)
  const messages = JSON.parse(out) as readonly OutboxMessage[]
  return messages.filter((message) => message.recipient === recipient)
}

/** Waits for the message with this number to an address or a phone, and returns it. */
export async function waitForMessage(product: Sent, recipient: string, number = 1): Promise<OutboxMessage> {
  const until = Date.now() + waits.for
  while (Date.now() < until) {
    const message = (await messagesTo(product, recipient))[number - 1]
    if (message) return message
    await new Promise((later) => setTimeout(later, waits.between))
  }
  throw new Error(`message ${number} to ${recipient} did not arrive`)
}

const first = (shape: RegExp, { body }: OutboxMessage): string => {
  const [found] = shape.exec(body) ?? []
  if (found === undefined) throw new Error(`${shape} is not in: ${body}`)
  return found
}

export const codeIn = (message: OutboxMessage): string => first(/(?<!\d)\d{6}(?!\d)/, message)
export const linkIn = (message: OutboxMessage): string => first(/https?:\/\/\S+#resetToken=\S+/, message)
export const temporaryPasswordIn = (message: OutboxMessage): string =>
  first(/(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/, message)
