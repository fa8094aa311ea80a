import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { staffGrants } from '@aitai/contract/codes.ts'
import type { Subject } from '@aitai/contract/routes/audiences.ts'
import { addBroker, assignBroker } from '@aitai/server/admin/brokers.ts'
import { addFirm, changeFirm } from '@aitai/server/admin/firms.ts'
import { changeStaff } from '@aitai/server/admin/users/staff-sign-in.ts'
import { changeUser } from '@aitai/server/admin/users/user-details.ts'
import { addGrant } from '@aitai/server/admin/users/user-grants.ts'
import { addUser, type NewUser } from '@aitai/server/admin/users/users.ts'
import { readConfig } from '@aitai/server/config.ts'
import { createLog } from '@aitai/server/observability/log.ts'
import { type RunningApp, startServer } from '@aitai/server/startup.ts'
import { adminContextOf } from '../harness/admin-context.ts'
import { accepted } from '../harness/scripted-server.ts'
import { sharedSecrets } from '../harness/server-process.ts'

export const feedToken = 'a-token-of-the-feed-handler-0123456789'
/** Passwords that users choose from. The first is the initial one. */
export const passwords = ['nine horses on the stair', 'ten lanterns by the gate'] as const

/** The callers, by the columns of the role matrix. */
export const emailsBySubject: Readonly<Record<Subject, readonly string[]>> = {
  anonymous: [],
  feed: [],
  twoFactor: ['two@alder.example'],
  firstLogin: ['new@birch.example'],
  firstPasskey: ['passkey@quince.example'],
  trader: ['alder', 'birch', 'cypress'].map((firm) => `trader@${firm}.example`),
  deskHead: ['head@alder.example'],
  broker: ['hinoki', 'kaede'].map((name) => `broker@${name}.example`),
  omsTrader: [],
  omsBroker: [],
  staff: ['staff@aitai.example'],
  operations: ['operations@aitai.example'],
  support: ['support@aitai.example'],
  compliance: ['compliance@aitai.example'],
  administrator: ['administrator@aitai.example'],
}
export const allEmails: readonly string[] = Object.values(emailsBySubject).flat()

/** Raises the limits, which would otherwise refuse most requests. */
const limits = [
  ...['CHANGES_PER_SECOND', 'READS_PER_SECOND', 'VISITS_PER_SECOND', 'BULK_PER_MINUTE'],
  ...['LOGINS_PER_ACCOUNT', 'LOGINS_PER_NETWORK', 'LOGINS_PER_ACCOUNT_ANYWHERE', 'CONTACTS_PER_USER'],
  ...['FORGOTS_PER_ACCOUNT', 'FORGOTS_PER_NETWORK', 'TOKEN_CHECKS_PER_NETWORK', 'RESETS_PER_NETWORK'],
]

const env = {
  PORT: '0',
  DEMO: 'off',
  ROBOTS: 'off',
  SWEEP_DELAY: '0-0',
  LOG_LEVEL: 'silent',
  QUOTES: 'http',
  FEED_TOKEN: feedToken,
  ...Object.fromEntries(limits.map((name) => [name, '1000000'])),
}

/** A server with a real database, on a real port, with a clock that the fuzz test controls. */
export interface FuzzServer {
  readonly running: RunningApp
  readonly port: number
  readonly clock: { at: number }
  stop(): Promise<void>
}

/** A Wednesday morning in Tokyo. */
const morning = Date.UTC(2026, 10, 18, 1)

/** Starts the server and adds the users. `databaseUrl` is for PostgreSQL and must be empty. */
export async function startFuzzServer(databaseUrl: string | null): Promise<FuzzServer> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-fuzz-'))
  const clock = { at: morning }
  const given = databaseUrl ? { DATABASE_URL: databaseUrl, ...sharedSecrets(databaseUrl) } : {}
  const config = readConfig({ ...env, ...given, DATA_DIR: folder })
  const surroundings = {
    log: createLog(config.logLevel),
    now: () => clock.at,
    clientFolder: join(folder, 'none'),
  }
  const running = await startServer(config, surroundings)
  const stop = async (): Promise<void> => {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await settle(running)
  return { running, port: Number(new URL(running.url).port), clock, stop }
}

async function settle(running: RunningApp): Promise<void> {
  const { database: db } = running.app
  const admin = adminContextOf(running)
  const add = async (user: Pick<NewUser, 'email' | 'role'> & Partial<NewUser>): Promise<void> =>
    accepted(await addUser(admin, { firstName: 'Fuzz', lastName: 'Desk', password: passwords[0], ...user }))
  for (const name of ['Hinoki', 'Kaede']) {
    accepted(await addBroker(admin, { name, shortName: name, contact: `${name} desk` }))
    await add({ email: `broker@${name.toLowerCase()}.example`, role: 'BROKER', broker: name })
  }
  for (const name of ['Alder', 'Birch', 'Cypress']) {
    accepted(await addFirm(admin, { name }))
    for (const shortName of ['Hinoki', 'Kaede'])
      accepted(await assignBroker(admin, { firm: name, shortName }))
    await add({ email: `trader@${name.toLowerCase()}.example`, role: 'TRADER', firm: name })
  }
  await add({ email: 'head@alder.example', role: 'TRADER', firm: 'Alder' })
  accepted(await changeUser(admin, { email: 'head@alder.example', deskHead: true, reason: 'the fuzz' }))
  accepted(await addFirm(admin, { name: 'Quince' }))
  accepted(await changeFirm(admin, { firm: 'Quince', requiredFactor: 'passkey', reason: 'the fuzz' }))
  await add({ email: 'passkey@quince.example', role: 'TRADER', firm: 'Quince' })
  accepted(await changeStaff(admin, { requiredFactor: 'any', reason: 'the fuzz' }))
  await add({ email: 'staff@aitai.example', role: 'STAFF' })
  for (const grant of staffGrants) {
    const email = `${grant}@aitai.example`
    await add({ email, role: 'STAFF' })
    accepted(await addGrant(admin, { email, grant, reason: 'the fuzz' }))
  }
  const phone = '+815012345678'
  await add({ email: 'two@alder.example', role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  await add({ email: 'new@birch.example', role: 'TRADER', firm: 'Birch' })
  await db.updateTable('person').set({ first_login: 1 }).where('email', '=', 'new@birch.example').execute()
}
