import type { NodemailerError, SMTPTransportOptions } from 'nodemailer'
import { type Config, ConfigError } from '../config.ts'
import { isLoopbackHost } from '../loopback.ts'
import type { PendingMessage } from './outbox.ts'
import { errorCodeWord, type MessageTransport, type SendOutcome, type TransportProbe } from './transport.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom'>

/**
 * How long a server may be silent, in milliseconds. After the end of the data it is 10 minutes (RFC 5321
 * 4.5.3.2.6): disconnecting earlier from a slow server that has the message would send it twice.
 */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 10 * 60_000,
}

const pool = {
  pool: true,
  maxConnections: 5,
  // Shorter than servers wait before they disconnect; otherwise the next message is sent to a dead connection.
  idleTimeout: 30_000,
  // Only the outbox decides about retries: the pool would retry at once and without a record.
  maxRequeues: 0,
} as const

/** Short, because an operator waits at a terminal. */
const probeTimeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 5_000,
}

/**
 * Connection options for SMTP_URL. smtp:// uses STARTTLS where offered, smtps:// is TLS from the first byte,
 * and certificates are checked. With a password smtp:// requires STARTTLS; otherwise an attacker on the path
 * could strip the offer and read the password. A relay on this machine is exempt from both: the password may
 * go in clear and the certificate may be self-signed. Throws ConfigError.
 */
export function smtpServerOf(url: string): SMTPTransportOptions {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const host = decodePart(hostname).replace(/^\[|\]$/g, '')
  if (host === '') throw new ConfigError('SMTP_URL must name a host')
  const given = [...searchParams].map(([name, value]) => `${name}=${value}`)
  if (given.some((setting) => !isKnownSetting(setting)))
    throw new ConfigError(`SMTP_URL accepts no settings other than ${settings.join(' and ')}`)
  const secure = protocol === 'smtps:'
  const isLocalRelay = !secure && isLoopbackHost(host)
  const requireTLS = given.includes('requireTLS=true')
  const auth = username === '' ? null : { user: decodePart(username), pass: decodePart(password) }
  return {
    host,
    secure,
    ...(port === '' ? {} : { port: Number(port) }),
    // Otherwise nodemailer sends without authentication to a server that does not offer AUTH.
    ...(auth ? { auth, forceAuth: true } : {}),
    requireTLS: !secure && (requireTLS || (auth !== null && !isLocalRelay)),
    tls: {
      rejectUnauthorized: !given.includes('tls.rejectUnauthorized=false') && (requireTLS || !isLocalRelay),
    },
    logger: false,
  }
}

/** The accepted query parameters. Some others of nodemailer would write messages to the log. */
const settings = ['requireTLS=true', 'tls.rejectUnauthorized=false'] as const
const isKnownSetting = (setting: string): boolean => settings.some((known) => known === setting)

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new ConfigError('SMTP_URL holds a % that is not followed by two hexadecimal digits')
  }
}

/**
 * Sends mail through the server of SMTP_URL, with the product as its sender; null if it is not set. Throws
 * ConfigError.
 */
export async function createSmtpTransport(
  { smtpUrl, mailFrom }: MailConfig,
  productName: string,
): Promise<MessageTransport | null> {
  if (smtpUrl === null) return null
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ ...smtpServerOf(smtpUrl), ...timeouts, ...pool })
  // Errors of idle connections do not matter; without a listener they would end the process.
  transport.on('error', () => {})
  return {
    kind: 'mail',
    concurrency: pool.maxConnections,
    attemptMs: 15 * 60_000,
    maxDelayMs: 5 * 60_000,
    async send(message, signal) {
      if (!isOneAddress(message.recipient)) return { fault: 'NO_ADDRESS', forGood: true }
      try {
        await transport.sendMail({ ...mailOf(message, { name: productName, address: mailFrom }), signal })
        return 'accepted'
      } catch (error) {
        return outcomeOf(error as NodemailerError)
      }
    },
    close: () => transport.close(),
  }
}

/** Exactly one address: no list, no display name, no line break that could inject a command. */
const isOneAddress = (recipient: string): boolean =>
  /^[^\s\p{Cc}<>(),;:"\\[\]@]+@[^\s\p{Cc}<>(),;:"\\@]+$/u.test(recipient)

/**
 * The mail of a message: plain text, the same bytes at every attempt, with a Message-ID from the message's id,
 * so that a receiver can drop a duplicate.
 */
export function mailOf(
  { messageId, recipient, subject, body, at }: PendingMessage,
  from: { readonly name: string; readonly address: string },
) {
  const host = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    // An object, because nodemailer parses a string as a list of addresses.
    to: { name: '', address: recipient },
    envelope: { from: from.address, to: [recipient] },
    subject: subject.replace(/\p{Cc}+/gu, ' '),
    text: body,
    messageId: `<${messageId}@${host}>`,
    date: new Date(at),
    // Suppresses automatic out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Commands whose refusal is about this message (its recipient or text), not about every message. */
const messageCommands = ['RCPT TO', 'DATA']
/** Authentication required, invalid or too weak: about our account, whatever the command. */
const authenticationReplies = [530, 534, 535, 538]

function outcomeOf({ code, command, responseCode, originalCode }: NodemailerError): SendOutcome {
  const isMessageRefused = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode === undefined)
    // Refused before the server replied: nodemailer could not use the address with this server.
    return { fault: faultOf(code, originalCode), forGood: isMessageRefused }
  const isPermanent =
    responseCode >= 500 && responseCode !== 503 && !authenticationReplies.includes(responseCode)
  const forGood = isMessageRefused && isPermanent && messageCommands.includes(command ?? '')
  return { fault: code === 'EAUTH' ? `EAUTH ${responseCode}` : `SMTP ${responseCode}`, forGood }
}

const faultOf = (code: unknown, originalCode: unknown): string =>
  originalCode === undefined ? errorCodeWord(code) : `${errorCodeWord(code)} ${errorCodeWord(originalCode)}`

/**
 * Checks that the server of SMTP_URL can be reached and accepts the log-in, without sending anything. Each step
 * takes 5 seconds at most.
 */
export async function probeMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<TransportProbe> {
  if (smtpUrl === null) return { ok: true, message: 'SMTP_URL is not set: mails stay in the outbox.' }
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ ...smtpServerOf(smtpUrl), ...probeTimeouts })
  try {
    await transport.verify()
    return { ok: true, message: 'The SMTP server answers and takes our log-in.' }
  } catch (error) {
    const { code, responseCode, originalCode } = error as NodemailerError
    const fault = [faultOf(code, originalCode), responseCode ?? ''].join(' ').trim()
    return { ok: false, message: `The SMTP server cannot be used: ${fault}.` }
  } finally {
    transport.close()
  }
}
