import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StaffGrant } from '@aitai/contract/codes.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { onTestFinished } from 'vitest'
import { withoutRestAfterRaise } from '../../../engine/test/test-limits.ts'
import { newSecrets } from '../../src/accounts/installation-secrets.ts'
import { type PasswordHasher, passwordHasher } from '../../src/accounts/password-hashing.ts'
import { staffFactor } from '../../src/accounts/second-factor/required-factor.ts'
import { createSecretsFile } from '../../src/accounts/secrets-file.ts'
import type { AdminContext, AdminReply } from '../../src/admin/admin-context.ts'
import { addBroker, assignBroker } from '../../src/admin/brokers.ts'
import { addCredential } from '../../src/admin/credentials.ts'
import { addFirm, changeFirm } from '../../src/admin/firms.ts'
import { changeUser } from '../../src/admin/users/user-details.ts'
import { addGrant } from '../../src/admin/users/user-grants.ts'
import { addUser, type NewUser } from '../../src/admin/users/users.ts'
import type { App } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { decryptPhone } from '../../src/database/encryption/encrypted-columns.ts'
import { textOfMessage } from '../../src/messages/outbox.ts'
import { createLog } from '../../src/observability/log.ts'
import type { Quotes } from '../../src/quotes/quotes.ts'
import { type RunningApp, startServer } from '../../src/startup.ts'
import { sharedSecrets } from './test-databases.ts'
import { password, TestUser } from './test-user.ts'

/** A hash at OWASP's cost takes 40 ms, more than most tests need for everything else. */
export const cheapPasswords = passwordHasher({ memory: 8, passes: 1, parallelism: 1 })

/** A Wednesday morning in Tokyo, in milliseconds UTC. */
const morning = Date.UTC(2026, 10, 18, 1, 0)

export interface TestServerOptions {
  /** Institutions with a trader each, `trader@alder.example` and so on. */
  readonly firms?: readonly string[]
  /** Brokers with a user each, `broker@hinoki.example` and so on; enabled for every institution. */
  readonly brokers?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Cheap unless the test is about the cost. */
  readonly passwords?: PasswordHasher
  /** By default adverts may be changed at will: nothing rests after a raise or a flip. */
  readonly limits?: Partial<Limits>
  readonly log?: Logger
  /** The built client; none by default. */
  readonly clientFolder?: string
  /** Called instead of ending the process. */
  readonly onFatal?: (error: unknown) => void
  /** The market, if it does not stand still. */
  readonly quotes?: typeof steadyQuotes | 'as configured'
}

/** A server of its own: the real app on a real port over a real database in its own folder. */
export class TestServer {
  /** The running server; a new one after `restart`. */
  running: RunningApp
  readonly clock: ManualClock
  readonly folder: string
  readonly #options: TestServerOptions

  constructor(running: RunningApp, clock: ManualClock, folder: string, options: TestServerOptions) {
    this.running = running
    this.clock = clock
    this.folder = folder
    this.#options = options
  }

  get app(): App {
    return this.running.app
  }

  get url(): string {
    return this.running.url
  }

  /** The admin context of the running server. */
  get admin(): AdminContext {
    const { app, referenceChanged } = this.running
    const { database: db, installation, passwords, now } = app
    return {
      db,
      passwords,
      now,
      publicUrl: this.url,
      productName: () => installation.brand.productName,
      compliance: app.config.compliance,
      referenceChanged,
      running: null,
      by: 'a test',
      userId: null,
    }
  }

  /** The id of a security, by its RIC. */
  securityId(ric: string): string {
    const found = this.app.reference.names().listed.find(({ security }) => security.ric === ric)
    if (!found) throw new Error(`${ric} is not listed`)
    return found.security.securityId
  }

  /** A user who is not signed in yet. */
  person(email: string): TestUser {
    return new TestUser(this, email)
  }

  trader(firm: string): Promise<TestUser> {
    return this.person(`trader@${firm}.example`).signsIn()
  }

  broker(name: string): Promise<TestUser> {
    return this.person(`broker@${name}.example`).signsIn()
  }

  async addUser(user: Partial<NewUser> & Pick<NewUser, 'email' | 'role'>): Promise<void> {
    const name = user.email.split('@')[0] ?? 'someone'
    accepted(await addUser(this.admin, { firstName: name, lastName: 'Desk', password, ...user }))
  }

  /** Issues a credential, as the operator does, and returns its secret. */
  async issuesCredential(of: {
    readonly firm?: string
    readonly broker?: string
    readonly users: readonly string[]
    readonly networks?: readonly string[]
  }): Promise<string> {
    const reply = await addCredential(this.admin, { networks: [], ...of })
    if ('refusal' in reply) throw new Error(reply.refusal.message)
    return (reply.result as { secret: string }).secret
  }

  /** Adds an institution that requires passkeys. */
  async addFirmWithPasskeys(firm: string): Promise<void> {
    accepted(await addFirm(this.admin, { name: firm }))
    await this.requiresPasskeys(firm)
  }

  async requiresPasskeys(firm: string): Promise<void> {
    const reason = 'a test of passkeys'
    accepted(await changeFirm(this.admin, { firm, requiredFactor: 'passkey', reason }))
  }

  /** Adds a user of staff with one grant, such as `operations@aitai.example`. */
  async addStaff(grant: StaffGrant): Promise<void> {
    const email = `${grant}@aitai.example`
    await this.addUser({ email, role: 'STAFF' })
    accepted(await addGrant(this.admin, { email, grant, reason: 'a test of the console' }))
  }

  /** Grants or withdraws what a desk head may do, as the operator does. */
  async makesDeskHead(email: string, deskHead = true): Promise<void> {
    accepted(await changeUser(this.admin, { email, deskHead, reason: 'agreed with the institution' }))
  }

  /** The newest message to an address or a phone. */
  async newestMessage(to: string): Promise<string> {
    const recipient = to.startsWith('+') ? await this.#userWith(to) : to
    const row = await this.app.database
      .selectFrom('outbox')
      .select(['letter_id', 'kind', 'recipient', 'body'])
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return await textOfMessage(this.app.database, row)
  }

  async #userWith(phone: string): Promise<string> {
    const people = await this.app.database.selectFrom('person').select(['id', 'phone']).execute()
    for (const person of people)
      if ((await decryptPhone(this.app.database, person)) === phone) return person.id
    throw new Error(`nobody has the phone ${phone}`)
  }

  /** Fills the disk: the database may not grow by a single page. */
  async fillsUp(): Promise<void> {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(this.app.database)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(this.app.database)
    // Fill the free space of the last pages.
    const filler = {
      kind: 'filler',
      recipient: '',
      subject: '',
      body: 'x'.repeat(3_000),
      at: 0,
      sent_at: null,
      letter_id: '',
      good_until: 0,
    }
    for (;;)
      try {
        await this.app.database.insertInto('outbox').values(filler).execute()
      } catch {
        return
      }
  }

  async hasRoom(): Promise<void> {
    await sql`pragma max_page_count = 1073741823`.execute(this.app.database)
  }

  async restart(): Promise<void> {
    await this.running.stop()
    this.running = await start(this.folder, this.clock, this.#options)
  }
}

/** Starts a server, which ends with the test. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'aitai-desk-'))
  const clock = createManualClock()
  const isCopied = options.env?.DATABASE_URL === undefined && options.passwords === undefined
  if (isCopied)
    writeFileSync(join(options.env?.DATA_DIR ?? folder, databaseFile), await databaseTemplate(options))
  const desk = new TestServer(await start(folder, clock, options), clock, folder, options)
  onTestFinished(async () => {
    await desk.running.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  if (!isCopied) await addPeople(desk, options)
  return desk
}

const databaseFile = 'aitai.db'

/** Databases with firms, brokers and users, copied for each test: creating them takes longer than most tests. */
const databaseTemplates = new Map<string, Promise<Buffer>>()

function databaseTemplate({ firms, brokers, limits }: TestServerOptions): Promise<Buffer> {
  const key = JSON.stringify({ firms, brokers, limits })
  const known = databaseTemplates.get(key)
  if (known) return known
  const template = createDatabaseTemplate({
    ...(firms && { firms }),
    ...(brokers && { brokers }),
    ...(limits && { limits }),
  })
  databaseTemplates.set(key, template)
  return template
}

async function createDatabaseTemplate(options: TestServerOptions): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'aitai-template-'))
  const clock = createManualClock()
  const desk = new TestServer(await start(folder, clock, options), clock, folder, options)
  await addPeople(desk, options)
  await desk.running.stop()
  const database = readFileSync(join(folder, databaseFile))
  rmSync(folder, { recursive: true, force: true })
  return database
}

function start(folder: string, { now }: ManualClock, options: TestServerOptions): Promise<RunningApp> {
  const generous = {
    CHANGES_PER_SECOND: '10000',
    READS_PER_SECOND: '10000',
    VISITS_PER_SECOND: '10000',
    BULK_PER_MINUTE: '10000',
    FORGOTS_PER_NETWORK: '10000',
    TOKEN_CHECKS_PER_NETWORK: '10000',
    RESETS_PER_NETWORK: '10000',
    CONTACTS_PER_USER: '10000',
  }
  // The data secret is the same in every test, because tests copy databases.
  const secretsFile = join(options.env?.DATA_DIR ?? folder, 'secrets.env')
  if (options.env?.DATABASE_URL === undefined && !existsSync(secretsFile))
    createSecretsFile(secretsFile, { ...newSecrets(), DATA_SECRET: 'd'.repeat(64) })
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    DEMO: 'off',
    QUOTES: 'simulated',
    CALENDAR: 'always-open',
    ROBOTS: 'off',
    SWEEP_DELAY: '0-0',
    LOG_LEVEL: 'silent',
    METRICS: 'anyone',
    ...sharedSecrets(options.env?.DATABASE_URL),
    ...generous,
    ...options.env,
  })
  // The quotes of a test begin with its day, so a market need not have been fresh before.
  const limits = { freshMarketMs: 0, ...options.limits }
  const { log = createLog(config.logLevel), clientFolder = join(folder, 'client') } = options
  const { quotes = steadyQuotes, passwords = cheapPasswords } = options
  const market = quotes === 'as configured' ? {} : { quotes }
  return startServer(config, {
    log,
    now,
    passwords,
    limits: { probing: withoutRestAfterRaise.probing, ...limits },
    clientFolder,
    tickMs: 5,
    ...(options.onFatal ? { onFatal: options.onFatal } : {}),
    ...market,
  })
}

async function addPeople(desk: TestServer, options: TestServerOptions): Promise<void> {
  const { firms = ['Alder', 'Birch'], brokers = ['Hinoki', 'Kaede'] } = options
  // Most tests of staff are about something else than how they sign in.
  const setting = { name: staffFactor, value: 'any' }
  await desk.app.database
    .insertInto('setting')
    .values(setting)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const name of firms) {
    accepted(await addFirm(desk.admin, { name }))
    await desk.addUser({ email: `trader@${name.toLowerCase()}.example`, role: 'TRADER', firm: name })
  }
  for (const name of brokers) {
    accepted(await addBroker(desk.admin, { name, shortName: name, contact: `${name} desk` }))
    for (const firm of firms) accepted(await assignBroker(desk.admin, { firm, shortName: name }))
    await desk.addUser({ email: `broker@${name.toLowerCase()}.example`, role: 'BROKER', broker: name })
  }
}

function accepted(answer: AdminReply): void {
  if ('refusal' in answer) throw new Error(answer.refusal.message)
}

export interface ManualClock {
  readonly now: () => number
  /** Advances the clock, in milliseconds. */
  advance(ms: number): void
}

function createManualClock(): ManualClock {
  let at = morning
  return {
    now: () => at,
    advance: (ms) => {
      at += ms
    },
  }
}

/** A market that stands at the closes, one yen either way, and is always fresh. */
export function steadyQuotes(securities: readonly Security[], now: () => number): Quotes {
  const listed = new Map<string, Security>()
  const list = (more: readonly Security[]): void => {
    for (const security of more) listed.set(security.securityId, security)
  }
  list(securities)
  const quoteOf = (securityId: string): Quote | null => {
    const security = listed.get(securityId)
    if (!security) return null
    const { closePrice: last } = security
    const stands = { condition: 'CONTINUOUS', officialClose: null } as const
    return { securityId, at: now(), bid: last - yen, ask: last + yen, last, indexMove: 0, ...stands }
  }
  const sightingOf = (securityId: string): Sighting => {
    const quote = quoteOf(securityId)
    return { securityId, quote, run: quote ? [{ ...quote, at: quote.at - 1_000 }, quote] : [] }
  }
  return {
    quoteOf,
    sightingOf,
    // Every quote is as new as the clock.
    changesSince: () => ({ securityIds: null, position: 0 }),
    list,
    usdJpy: () => 150 * yen,
    indexMove: () => 0,
    start: () => {},
    stop: () => {},
  }
}
