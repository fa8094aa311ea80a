import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A reply code, or no reply: the connection is cut. */
export type SmtpReply = number | 'hang up'

/** A mail as it was received. */
export interface ReceivedMail {
  readonly from: string
  readonly to: string
  /** By their names in lower case, decoded. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  readonly raw: string
}

export interface FakeSmtpServerOptions {
  readonly port?: number
  /** The password that it requires of the user `aitai`. */
  readonly password?: string
  /** TLS from the first byte, with a self-signed certificate. */
  readonly secure?: boolean
  readonly noStartTls?: boolean
  /** The reply to each step, and the number of earlier ones of that step; 250 by default. */
  readonly greets?: (time: number) => SmtpReply
  readonly sender?: (time: number) => SmtpReply
  readonly recipient?: (address: string, time: number) => SmtpReply | Promise<SmtpReply>
  /** The replies to the beginning and the end of a message's data. */
  readonly begins?: (time: number) => SmtpReply
  readonly message?: (mail: ReceivedMail, time: number) => SmtpReply | Promise<SmtpReply>
}

export interface FakeSmtpServer {
  readonly port: number
  /** The accepted mails, in order, and all mails that were received completely. */
  readonly accepted: ReceivedMail[]
  readonly received: ReceivedMail[]
  /** Whether each connection was encrypted and authenticated when its first mail came. */
  readonly sessions: { secure: boolean; user: string | null }[]
  close(): Promise<void>
}

/** A real SMTP server on this machine. Ends with the test. */
export async function startFakeSmtpServer(options: FakeSmtpServerOptions = {}): Promise<FakeSmtpServer> {
  const accepted: ReceivedMail[] = []
  const received: ReceivedMail[] = []
  const sessions: FakeSmtpServer['sessions'] = []
  const server: SMTPServer = new SMTPServer({
    ...steps(options, { accepted, received, sessions }, (session) => cut(server, session)),
    ...(options.secure ? { secure: true } : {}),
    authOptional: options.password === undefined,
    allowInsecureAuth: true,
    disabledCommands: options.noStartTls ? ['STARTTLS'] : [],
    disableReverseLookup: true,
    closeTimeout: 1,
    logger: false,
  })
  // Some tests cut connections.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  let closed: Promise<void> | null = null
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => server.close(() => resolve()))
    return closed
  }
  onTestFinished(close)
  return { port, accepted, received, sessions, close }
}

function cut(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections)
    if (connection.session.id === session.id) connection._socket.destroy()
}

type Recorded = Pick<FakeSmtpServer, 'accepted' | 'received' | 'sessions'>
type Reply = (error?: Error | null) => void

function steps(
  { password, greets, sender, recipient, begins, message }: FakeSmtpServerOptions,
  { accepted, received, sessions }: Recorded,
  hangUp: (session: SMTPServerSession) => void,
): SMTPServerOptions {
  const times = new Map<string, number>()
  const timesOf = (step: string): number => {
    const before = times.get(step) ?? 0
    times.set(step, before + 1)
    return before
  }
  const answer = (say: SmtpReply, session: SMTPServerSession, reply: Reply): void => {
    if (say === 'hang up') hangUp(session)
    else if (say < 400) reply(null)
    // Real servers do this too: it quotes what must not be in our log.
    else reply(Object.assign(new Error(`refused ${JSON.stringify(session.envelope)}`), { responseCode: say }))
  }
  return {
    onConnect(session, reply) {
      answer(greets?.(timesOf('greets')) ?? 250, session, reply)
    },
    onAuth(auth, _session, reply) {
      if (auth.username === 'aitai' && auth.password === password) reply(null, { user: 'aitai' })
      else reply(new Error(`no such password as ${auth.password}`))
    },
    onMailFrom(_address, session, reply) {
      sessions.push({ secure: session.secure, user: session.user ?? null })
      answer(sender?.(timesOf('sender')) ?? 250, session, reply)
    },
    async onRcptTo({ address }, session, reply) {
      answer((await recipient?.(address, timesOf(`to ${address}`))) ?? 250, session, reply)
    },
    async onData(stream, session, reply) {
      if (begins?.(timesOf('begins')) === 'hang up') {
        stream.on('error', () => {})
        return hangUp(session)
      }
      const mail = mailOf(await text(stream), session)
      received.push(mail)
      const say = (await message?.(mail, timesOf('message'))) ?? 250
      if (typeof say === 'number' && say < 400) accepted.push(mail)
      answer(say, session, reply)
    },
  }
}

function mailOf(raw: string, { envelope }: SMTPServerSession): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())] as const
    }),
  )
  const from = envelope.mailFrom ? envelope.mailFrom.address : ''
  const to = envelope.rcptTo.map(({ address }) => address).join(', ')
  const body = bodyOf(raw.slice(end + 4), headers.get('content-transfer-encoding') ?? '7bit')
  return { from, to, headers, text: body, raw }
}

/** Encoded words of a header (RFC 2047). */
const words = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, what: string) =>
      how.toLowerCase() === 'b' ? fromBase64(what) : fromQuoted(what.replaceAll('_', ' ')),
    )

const fromBase64 = (what: string): string => Buffer.from(what, 'base64').toString('utf8')
const fromQuoted = (what: string): string => {
  const bytes = what
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function bodyOf(body: string, encoding: string): string {
  const decoded =
    encoding === 'base64' ? fromBase64(body) : encoding === 'quoted-printable' ? fromQuoted(body) : body
  return decoded.replaceAll('\r\n', '\n').trimEnd()
}
