import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type MessageReceivers, openMessageReceivers } from './message-receivers.ts'
import { PlantedSecrets } from './planted-secrets.ts'
import type { PostgresData } from './postgres-data.ts'
import {
  type CliCommand,
  ProgramOutputs,
  type RunningProgram,
  runCliCommand,
  startProgram,
} from './programs.ts'

/** The address that users type. */
export const publicUrl = 'https://desk.example'

/** A user of the platform, with a network address. */
export interface Member {
  readonly email: string
  readonly name: string
  readonly address: string
  password: string
  token: string | null
}

export interface RequestOptions {
  readonly method?: string
  readonly body?: unknown
  /** A body to send unchanged. */
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The member's own token if missing. */
  readonly token?: string | null
}

export interface ParsedResponse<T> {
  readonly status: number
  readonly body: T
  readonly text: string
}

/**
 * A complete installation on this machine: the server as a process, its mail and SMS receivers, its folders.
 */
export class Installation {
  readonly secrets: PlantedSecrets
  readonly outputs = new ProgramOutputs()
  readonly receivers: MessageReceivers
  /** The data, the files that operators write, and temporary files. */
  readonly folders: { readonly data: string; readonly out: string; readonly tmp: string }
  readonly feedToken: string
  /** Null for the embedded database. */
  readonly postgres: PostgresData | null
  readonly #env: Readonly<Record<string, string>>
  #program: RunningProgram | null = null

  constructor(
    folder: string,
    receivers: MessageReceivers,
    { secrets, feedToken, postgres }: Pick<Installation, 'secrets' | 'feedToken' | 'postgres'>,
  ) {
    this.postgres = postgres
    this.secrets = secrets
    this.receivers = receivers
    this.feedToken = feedToken
    this.folders = { data: join(folder, 'data'), out: join(folder, 'out'), tmp: join(folder, 'tmp') }
    for (const each of [this.folders.out, this.folders.tmp]) mkdirSync(each)
    this.#env = {
      ...receivers.env,
      DATA_DIR: this.folders.data,
      TMPDIR: this.folders.tmp,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'off',
      ROBOTS: 'off',
      SWEEP_DELAY: '0-0',
      LOG_LEVEL: 'debug',
      LOG_FILE: 'stdout',
      CALENDAR: 'always-open',
      QUOTES: 'http',
      FEED_TOKEN: feedToken,
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: '127.0.0.1',
      METRICS: 'anyone',
      // Rate limits have their own tests; here they would only slow down the run.
      CHANGES_PER_SECOND: '1000',
      READS_PER_SECOND: '1000',
      VISITS_PER_SECOND: '1000',
      MAIL_FROM: secrets.email('the sender'),
      ACCOUNT_MANAGER: secrets.email('the account manager'),
      OPERATOR: 'kimura',
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    }
  }

  get url(): string {
    if (!this.#program) throw new Error('the server is not running')
    return this.#program.url
  }

  async start(): Promise<void> {
    this.#program = await startProgram(this.#env, this.outputs)
  }

  /** Ends the server and returns its exit code. */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const program = this.#program
    this.#program = null
    return (await program?.end(signal)) ?? null
  }

  aitai(
    name: CliCommand['name'],
    words: readonly string[] = [],
    more: Partial<CliCommand> = {},
  ): Promise<string> {
    return runCliCommand(this.#env, this.outputs, { name, words, ...more })
  }

  /** Reads the metrics as the operator does. */
  async readMetrics(): Promise<void> {
    const answer = await fetch(`${this.url}/metrics`)
    if (answer.status !== 200) throw new Error(`/metrics returned ${answer.status}`)
    this.outputs.record('metrics', Buffer.from(await answer.arrayBuffer()))
  }

  /** A call below /api, from the address of a member. */
  async call<T>(member: Member, path: string, options: RequestOptions = {}): Promise<ParsedResponse<T>> {
    const { body, raw, token = member.token } = options
    const payload = raw ?? (body === undefined ? null : JSON.stringify(body))
    const response = await fetch(`${this.url}/api${path}`, {
      method: options.method ?? (payload === null ? 'GET' : 'POST'),
      headers: {
        'x-forwarded-for': member.address,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload === null ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: payload,
    })
    const text = await response.text()
    return { status: response.status, body: parsed(text) as T, text }
  }

  /** The same, but throws unless the response has this status. */
  async callExpecting<T>(
    member: Member,
    path: string,
    options: RequestOptions = {},
    expectedStatus = 200,
  ): Promise<T> {
    const { status, body, text } = await this.call<T>(member, path, options)
    if (status !== expectedStatus) throw new Error(`${path} returned ${status} ${text}`)
    return body
  }

  /** Waits for a message to a receiver that matches. Returns the pattern's first group in the newest one. */
  waitForMessage(to: string, pattern: RegExp, except: readonly string[] = []): Promise<string> {
    return waitUntil(`a message with ${pattern}`, async () => {
      const result = this.receivers.messages
        .filter((message) => message.to === to)
        .map(({ text }) => pattern.exec(text)?.[1])
        .filter((each) => each !== undefined && !except.includes(each))
      return result.at(-1)
    })
  }
}

/** An empty installation with its server running, on PostgreSQL or with an embedded database. */
export async function openInstallation(folder: string, postgres: PostgresData | null): Promise<Installation> {
  const secrets = new PlantedSecrets()
  const secret = (): string => randomBytes(24).toString('base64url')
  const mail = secrets.plant('mail password', 'of SMTP_URL', secret())
  const sms = secrets.plant('SMS token', 'of SMS_TOKEN', secret())
  const feed = secrets.plant('feed token', 'of FEED_TOKEN', secret())
  const receivers = await openMessageReceivers({ mail, sms })
  const installation = new Installation(folder, receivers, { secrets, feedToken: feed, postgres })
  // The embedded database creates them with its first start.
  if (postgres) await installation.aitai('secret create')
  await installation.start()
  return installation
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Polls until a value is truthy and returns it. Throws after 30 seconds. */
export async function waitUntil<T>(
  what: string,
  poll: () => Promise<T | null | undefined | false>,
): Promise<T> {
  const giveUpAt = performance.now() + 30_000
  for (;;) {
    const result = await poll()
    if (result) return result
    if (performance.now() > giveUpAt) throw new Error(`timed out waiting for ${what}`)
    await wait(20)
  }
}
