import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type MessageReceivers, openMessageReceivers } from './message-receivers.ts'
import { PlantedSecrets } from './planted-secrets.ts'
import {
  type CliCommand,
  ProgramOutputs,
  type RunningProgram,
  runCliCommand,
  startProgram,
} from './programs.ts'

/** Someone who uses the product, from an address of the own. */
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
  /** The body as it is, whatever it is. */
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The member's own unless it is given. */
  readonly token?: string | null
}

export interface ParsedResponse<T> {
  readonly status: number
  readonly body: T
  readonly text: string
}

/** A whole installation on this machine: the server as a process, where its letters arrive, its folders. */
export class Installation {
  readonly canaries: PlantedSecrets
  readonly sayings = new ProgramOutputs()
  readonly receivers: MessageReceivers
  /** The data, what operators write, and where temporary files would go. */
  readonly folders: { readonly data: string; readonly out: string; readonly tmp: string }
  readonly feedToken: string
  readonly #env: Readonly<Record<string, string>>
  #program: RunningProgram | null = null

  constructor(folder: string, receivers: MessageReceivers, canaries: PlantedSecrets, feedToken: string) {
    this.canaries = canaries
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
      LOG_LEVEL: 'debug',
      QUOTES: 'http',
      FEED_TOKEN: feedToken,
      PUBLIC_URL: 'https://desk.example',
      TRUST_PROXY: '127.0.0.1',
      METRICS: 'loopback',
      // Rates are met elsewhere; here they would only make the day longer.
      CHANGES_PER_SECOND: '1000',
      READS_PER_SECOND: '1000',
      VISITS_PER_SECOND: '1000',
      MAIL_FROM: canaries.email('the sender'),
      ACCOUNT_MANAGER: canaries.email('the account manager'),
      OPERATOR: 'kimura',
    }
  }

  get url(): string {
    if (!this.#program) throw new Error('the server does not run')
    return this.#program.url
  }

  async starts(): Promise<void> {
    this.#program = await startProgram(this.#env, this.sayings)
  }

  /** Ends the server, and gives its exit code. */
  async ends(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const program = this.#program
    this.#program = null
    return (await program?.end(signal)) ?? null
  }

  aitai(
    name: CliCommand['name'],
    words: readonly string[] = [],
    more: Partial<CliCommand> = {},
  ): Promise<string> {
    return runCliCommand(this.#env, this.sayings, { name, words, ...more })
  }

  /** The figures as whoever runs the server sees them now. */
  async readsMetrics(): Promise<void> {
    const answer = await fetch(`${this.url}/metrics`)
    if (answer.status !== 200) throw new Error(`/metrics was answered with ${answer.status}`)
    this.sayings.hear('metrics', Buffer.from(await answer.arrayBuffer()))
  }

  /** A call below /api, from the address of a member. */
  async calls<T>(member: Member, path: string, asked: RequestOptions = {}): Promise<ParsedResponse<T>> {
    const { body, raw, token = member.token } = asked
    const payload = raw ?? (body === undefined ? null : JSON.stringify(body))
    const response = await fetch(`${this.url}/api${path}`, {
      method: asked.method ?? (payload === null ? 'GET' : 'POST'),
      headers: {
        'x-forwarded-for': member.address,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload === null ? {} : { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      body: payload,
    })
    const text = await response.text()
    return { status: response.status, body: parsed(text) as T, text }
  }

  /** The same, and it must be answered with this status; 200 unless given. */
  async asks<T>(member: Member, path: string, asked: RequestOptions = {}, wanted = 200): Promise<T> {
    const { status, body, text } = await this.calls<T>(member, path, asked)
    if (status !== wanted) throw new Error(`${path} was answered with ${status} ${text}`)
    return body
  }

  /** The first group of the pattern in the newest letter to somebody that has it. Waits for it. */
  letter(to: string, pattern: RegExp, besides: readonly string[] = []): Promise<string> {
    return waitUntil(`a letter to a member with ${pattern}`, async () => {
      const found = this.receivers.letters
        .filter((letter) => letter.to === to)
        .map(({ text }) => pattern.exec(text)?.[1])
        .filter((each) => each !== undefined && !besides.includes(each))
      return found.at(-1)
    })
  }
}

/** A house with nobody in it, its server running. */
export async function openInstallation(folder: string): Promise<Installation> {
  const canaries = new PlantedSecrets()
  const secret = (): string => randomBytes(24).toString('base64url')
  const mail = canaries.keep('mail password', 'of SMTP_URL', secret())
  const sms = canaries.keep('SMS token', 'of SMS_TOKEN', secret())
  const feed = canaries.keep('feed token', 'of FEED_TOKEN', secret())
  const house = new Installation(folder, await openMessageReceivers({ mail, sms }), canaries, feed)
  await house.starts()
  return house
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Waits until something is there, and gives it. */
export async function waitUntil<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
): Promise<T> {
  const giveUpAt = performance.now() + 30_000
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > giveUpAt) throw new Error(`waited in vain for ${what}`)
    await wait(20)
  }
}
