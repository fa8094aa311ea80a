import { textIn } from '@aitai/messages/texts.ts'
import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer'
import { type Config, ConfigError } from '../config.ts'
import type { PendingMessage } from './outbox.ts'
import { errorCodeWord, type MessageTransport, type SendOutcome, type TransportProbe } from './transport.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom'>

/**
 * How long a server may be silent. After the end of a letter it is 10 minutes (RFC 5321 4.5.3.2.6): whoever
 * hangs up earlier on a slow server, which has the letter, sends it twice.
 */
const patience = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 10 * 60_000,
}

const pool = {
  pool: true,
  maxConnections: 5,
  // Shorter than servers wait before they hang up: else the next letter begins with a broken connection.
  idleTimeout: 30_000,
  // The outbox alone decides what is sent again: the pool knows of no delay and tells nobody.
  maxRequeues: 0,
} as const

/** To an operator who waits at a terminal. */
const hasty = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 }

/**
 * The server of SMTP_URL: smtp:// takes STARTTLS where it is offered, smtps:// is TLS from the first byte,
 * and certificates are checked. With a password, smtp:// insists on STARTTLS: else whoever sits in between
 * could leave the offer out and read it. To a relay on this machine there is no in between: its password may
 * go in the clear, and its certificate be the one that came with it. Throws ConfigError.
 */
export function smtpServerOf(url: string): SMTPTransportOptions {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const host = unescaped(hostname).replace(/^\[|\]$/g, '')
  if (host === '') throw new ConfigError('SMTP_URL must name a host')
  const said = [...searchParams].map(([name, value]) => `${name}=${value}`)
  if (said.some((each) => !isKnownSetting(each)))
    throw new ConfigError(`SMTP_URL takes no settings but ${settings.join(' and ')}`)
  const secure = protocol === 'smtps:'
  const isNear = !secure && isThisMachine(host)
  const requireTLS = said.includes('requireTLS=true')
  const auth = username === '' ? null : { user: unescaped(username), pass: unescaped(password) }
  return {
    host,
    secure,
    ...(port === '' ? {} : { port: Number(port) }),
    // Forced, for a server that hides AUTH would else be sent the letter without.
    ...(auth ? { auth, forceAuth: true } : {}),
    requireTLS: !secure && (requireTLS || (auth !== null && !isNear)),
    tls: { rejectUnauthorized: !said.includes('tls.rejectUnauthorized=false') && (requireTLS || !isNear) },
    logger: false,
  }
}

/** What may follow the question mark. Others of nodemailer's would write letters to the log. */
const settings = ['requireTLS=true', 'tls.rejectUnauthorized=false'] as const
const isKnownSetting = (said: string): boolean => settings.some((each) => each === said)
const isThisMachine = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host)

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new ConfigError('SMTP_URL holds a % that is not followed by two hexadecimal digits')
  }
}

/** Takes mails to the server of SMTP_URL; null without one. Throws ConfigError. */
export function createSmtpTransport({ smtpUrl, mailFrom }: MailConfig): MessageTransport | null {
  if (smtpUrl === null) return null
  const transport = createTransport({ ...smtpServerOf(smtpUrl), ...patience, ...pool })
  // What goes wrong while nothing is under way concerns nobody; unheard it would end the process.
  transport.on('error', () => {})
  return {
    kind: 'mail',
    width: pool.maxConnections,
    attemptMs: 15 * 60_000,
    longestDelayMs: 5 * 60_000,
    async carry(letter, signal) {
      if (!isOneAddress(letter.recipient)) return { fault: 'NO_ADDRESS', forGood: true }
      try {
        await transport.sendMail({ ...mailOf(letter, mailFrom), signal })
        return 'accepted'
      } catch (error) {
        return outcomeOf(error as NodemailerError)
      }
    },
    close: () => transport.close(),
  }
}

/** One address and nothing else: no list, no name, no line break that would begin another command. */
const isOneAddress = (recipient: string): boolean =>
  /^[^\s\p{Cc}<>(),;:"\\[\]@]+@[^\s\p{Cc}<>(),;:"\\@]+$/u.test(recipient)

/**
 * The mail of a letter: plain text, and the same bytes at every try. Its Message-ID is the letter's own, so
 * that a receiver that gets it twice can drop the second.
 */
export function mailOf({ letterId, recipient, subject, body, at }: PendingMessage, mailFrom: string) {
  const host = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  return {
    from: { name: textIn('En', 'name.product'), address: mailFrom },
    // As an object: a string would be read as a list of addresses.
    to: { name: '', address: recipient },
    envelope: { from: mailFrom, to: [recipient] },
    subject: subject.replace(/\p{Cc}+/gu, ' '),
    text: body,
    messageId: `<${letterId}@${host}>`,
    date: new Date(at),
    // No out-of-office note answers it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Answers that concern this letter: its recipient, or its text. Others concern every letter. */
const concerning = ['RCPT TO', 'DATA']
/** "Authentication required", "invalid" and "too weak" are about us, wherever they are said. */
const aboutUs = [530, 534, 535, 538]

function outcomeOf({ code, command, responseCode, originalCode }: NodemailerError): SendOutcome {
  const refusesTheLetter = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode === undefined)
    // Without an answer from the server: it is no address, or none that this server can be told.
    return { fault: faultOf(code, originalCode), forGood: refusesTheLetter }
  const isPermanent = responseCode >= 500 && responseCode !== 503 && !aboutUs.includes(responseCode)
  const forGood = refusesTheLetter && isPermanent && concerning.includes(command ?? '')
  return { fault: code === 'EAUTH' ? `EAUTH ${responseCode}` : `SMTP ${responseCode}`, forGood }
}

const faultOf = (code: unknown, originalCode: unknown): string =>
  originalCode === undefined ? errorCodeWord(code) : `${errorCodeWord(code)} ${errorCodeWord(originalCode)}`

/**
 * Whether the server of SMTP_URL can be reached and takes the password: connects, upgrades and signs in, and
 * sends nothing. Takes 5 seconds at most for each step.
 */
export async function probeMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<TransportProbe> {
  if (smtpUrl === null) return { ok: true, says: 'SMTP_URL is not set: mails stay in the outbox.' }
  const transport = createTransport({ ...smtpServerOf(smtpUrl), ...hasty })
  try {
    await transport.verify()
    return { ok: true, says: 'The SMTP server answers and takes our log-in.' }
  } catch (error) {
    const { code, responseCode, originalCode } = error as NodemailerError
    const fault = [faultOf(code, originalCode), responseCode ?? ''].join(' ').trim()
    return { ok: false, says: `The SMTP server cannot be used: ${fault}.` }
  } finally {
    transport.close()
  }
}
