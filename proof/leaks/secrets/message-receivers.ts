import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail or SMS as it arrived. */
export interface ReceivedMessage {
  readonly to: string
  readonly text: string
}

/** A real SMTP server and a real SMS gateway, both on this machine. */
export interface MessageReceivers {
  readonly env: Readonly<Record<string, string>>
  readonly messages: ReceivedMessage[]
  /** Receivers whose messages are rejected for now. */
  readonly rejected: Set<string>
  /** The text of the next rejected message to a receiver. */
  nextRejection(to: string): Promise<string>
  close(): Promise<void>
}

export async function openMessageReceivers(secrets: {
  mail: string
  sms: string
}): Promise<MessageReceivers> {
  const messages: ReceivedMessage[] = []
  const rejected = new Set<string>()
  const refusals = new EventEmitter()
  const accept = (message: ReceivedMessage): boolean => {
    if (rejected.has(message.to)) {
      refusals.emit(message.to, message.text)
      return false
    }
    return messages.push(message) > 0
  }
  const mail = mailServer(secrets.mail, accept)
  const sms = gateway(secrets.sms, accept)
  const [mailPort, smsPort] = await Promise.all([listening(mail.server), listening(sms)])
  return {
    env: {
      SMTP_URL: `smtp://aitai:${encodeURIComponent(secrets.mail)}@127.0.0.1:${mailPort}`,
      SMS_URL: `http://127.0.0.1:${smsPort}/sms`,
      SMS_TOKEN: secrets.sms,
    },
    messages,
    rejected,
    nextRejection: (to) => new Promise((resolve) => refusals.once(to, resolve)),
    async close() {
      sms.closeAllConnections()
      await Promise.all([mail, sms].map((each) => new Promise<void>((done) => each.close(() => done()))))
    },
  }
}

const listening = (server: { listen: (...args: never[]) => unknown; address(): unknown }): Promise<number> =>
  new Promise((resolve) =>
    (server as ReturnType<typeof createServer>).listen(0, '127.0.0.1', () =>
      resolve((server.address() as AddressInfo).port),
    ),
  )

const mailServer = (password: string, accept: (message: ReceivedMessage) => boolean): SMTPServer =>
  new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onAuth: (auth, _session, reply) =>
      auth.password === password ? reply(null, { user: 'aitai' }) : reply(new Error('no')),
    async onData(stream, { envelope }, reply) {
      const raw = await text(stream)
      const to = envelope.rcptTo.map(({ address }) => address).join(', ')
      const isAccepted = accept({ to, text: textOf(raw) })
      reply(isAccepted ? null : Object.assign(new Error(`not now, ${to}`), { responseCode: 451 }))
    },
  })

/** The text of a mail with one part. */
function textOf(raw: string): string {
  const end = raw.indexOf('\r\n\r\n')
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(raw.slice(0, end))?.[1]?.toLowerCase()
  const body = raw.slice(end + 4)
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const gateway = (token: string, accept: (message: ReceivedMessage) => boolean) =>
  createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end()
    if (request.method !== 'POST') return response.writeHead(204).end()
    const message = (await json(request)) as ReceivedMessage
    return response.writeHead(accept(message) ? 202 : 503).end()
  })
