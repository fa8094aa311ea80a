import { randomBytes } from 'node:crypto'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { PasswordHasher } from '../../accounts/password-hashing.ts'
import { staffFactor } from '../../accounts/second-factor/required-factor.ts'
import { hashOfToken } from '../../accounts/tokens.ts'
import { encryptPhone } from '../../database/encryption/encrypted-columns.ts'
import type { Database, PersonTable } from '../../database/schema.ts'
import { randomId } from '../../random.ts'
import { countReferenceChange, foldedName } from '../admin-context.ts'
import { brokerColumns } from '../brokers.ts'
import {
  type DemoAccount,
  demoAccounts,
  demoBrokers,
  demoCredentials,
  demoFirms,
  demoOmsFirms,
  demoPassword,
  type RobotSize,
  robotFirms,
  robotGroup,
} from './demo-accounts.ts'

/** A robot's account, as passed to the robots' process. */
export type RobotAccount = TraderRobotAccount | BrokerRobotAccount

/** A user of a broker who confirms what is agreed. */
interface BrokerRobotAccount {
  readonly role: 'BROKER'
  readonly email: string
  readonly password: string
  /** By its short name. */
  readonly broker: string
}

interface TraderRobotAccount {
  readonly role: 'TRADER'
  readonly email: string
  readonly password: string
  readonly firm: string
  readonly direction: 'BUY' | 'SELL'
  readonly size: RobotSize
  /** Robots of one institution share the securities: each trades every `parts`-th one, starting at `part`. */
  readonly part: number
  readonly parts: number
}

/** The setting with the robots' passwords, protected like the password hashes in the same database. */
const robotSetting = 'demo.robots'
/** A trader has at most two open locates (docs/rules.md §3); two robots keep some capacity for a second visitor. */
const tradersPerRobotFirm = 2
/** The temporary password of the demo newcomer is valid for a year. */
const firstLoginValidMs = 365 * dayMs

/** All robots have the same password: one process uses all of them, and hashing is what takes time at a start. */
function newRobots(): RobotAccount[] {
  const password = randomBytes(24).toString('base64url')
  const traders = robotFirms.flatMap(({ name, direction, size }) =>
    Array.from({ length: tradersPerRobotFirm }, (_, part) => ({
      role: 'TRADER' as const,
      firm: name,
      email: `robot${part + 1}@${name.toLowerCase()}.example`,
      password,
      direction,
      size,
      part,
      parts: tradersPerRobotFirm,
    })),
  )
  const brokers = demoBrokers.map(({ name, shortName }) => ({
    role: 'BROKER' as const,
    broker: shortName,
    email: `robot@${firstWord(name).toLowerCase()}.example`,
    password,
  }))
  return [...traders, ...brokers]
}

const firstWord = (name: string): string => name.split(' ')[0] ?? name

/**
 * Adds demo institutions, brokers, accounts and robots (with a random password) to an installation without any
 * institution, broker or user. Returns whether it did.
 */
export async function seedDemo(
  db: Kysely<Database>,
  passwords: PasswordHasher,
  now: () => number,
): Promise<boolean> {
  if (!(await isWithoutAccounts(db))) return false
  const robots = newRobots()
  // One hash for all demo accounts: their password is public, and hashing each would slow the first start down.
  const [hash, robotHash] = await Promise.all([
    passwords.hash(demoPassword),
    passwords.hash(robots[0]?.password ?? ''),
  ])
  return await db.transaction().execute(async (trx) => {
    if (!(await isWithoutAccounts(trx))) return false
    const firmIds = await insertFirms(trx)
    const brokerIds = await insertBrokers(trx, [...firmIds.values()])
    const idOf = (ids: ReadonlyMap<string, string>, name?: string) => (name ? (ids.get(name) ?? null) : null)
    const withIds = async (account: DemoAccount, passwordHash: string, at: number) => ({
      ...(await personOf(trx, account, passwordHash, at)),
      firm_id: idOf(firmIds, account.firm),
      broker_id: idOf(brokerIds, account.broker),
    })
    const people = []
    for (const account of demoAccounts) people.push(await withIds(account, hash, now()))
    const machines = []
    for (const robot of robots) machines.push(await withIds(accountOf(robot), robotHash, 0))
    await trx
      .insertInto('person')
      .values([...people, ...machines])
      .execute()
    await insertCredentials(trx, people, now())
    await insertGrants(trx, people)
    await trx
      .insertInto('setting')
      .values([
        { name: robotSetting, value: JSON.stringify(robots) },
        // So that a visitor can look at the console with the public password.
        { name: staffFactor, value: 'any' },
      ])
      .execute()
    await countReferenceChange(trx)
    return true
  })
}

/** The robots' accounts, the traders first; empty without demo data. */
export async function robotAccounts(db: Kysely<Database>): Promise<readonly RobotAccount[]> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', robotSetting)
    .executeTakeFirst()
  return row ? (JSON.parse(row.value) as RobotAccount[]) : []
}

/** Whether there is no institution, broker or user, so that `seedDemo` would add the demonstration's. */
export async function isWithoutAccounts(db: Kysely<Database>): Promise<boolean> {
  for (const table of ['firm', 'broker', 'person'] as const)
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  return true
}

async function insertFirms(trx: Transaction<Database>): Promise<Map<string, string>> {
  const firms = [
    ...demoFirms.map((name) => ({ name, group: null })),
    ...robotFirms.map(({ name }) => ({ name, group: robotGroup })),
  ]
  const rows = firms.map(({ name, group }) => ({
    id: randomId(),
    name,
    folded_name: foldedName(name),
    affiliate_group: group,
    active: 1,
    oms_answers: Number(demoOmsFirms.includes(name)),
  }))
  await trx.insertInto('firm').values(rows).execute()
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** Inserts the brokers, each enabled for every institution, and returns their ids by short name. */
async function insertBrokers(trx: Transaction<Database>, firmIds: readonly string[]) {
  const rows = demoBrokers.map((broker) => ({ id: randomId(), ...brokerColumns(broker) }))
  const pairs = firmIds.flatMap((firm_id) => rows.map(({ id }) => ({ firm_id, broker_id: id })))
  await trx.insertInto('broker').values(rows).execute()
  await trx.insertInto('firm_broker').values(pairs).execute()
  return new Map<string, string>(rows.map(({ short_name, id }) => [short_name, id]))
}

/** Inserts the credentials of the demonstration's FIX gateway. */
async function insertCredentials(
  trx: Transaction<Database>,
  people: readonly Pick<Insertable<PersonTable>, 'id' | 'email' | 'firm_id' | 'broker_id'>[],
  at: number,
): Promise<void> {
  for (const { secret, email } of demoCredentials) {
    const owner = people.find((person) => person.email === email)
    if (!owner) throw new Error(`no account ${email}`)
    const id = randomId()
    const credential = {
      id,
      firm_id: owner.firm_id ?? null,
      broker_id: owner.broker_id ?? null,
      secret_hash: hashOfToken(secret),
      networks: '127.0.0.0/8,::1',
      note: 'The demonstration of the FIX gateway',
      created_at: at,
      revoked_at: null,
    }
    await trx.insertInto('credential').values(credential).execute()
    await trx.insertInto('credential_user').values({ credential_id: id, user_id: owner.id }).execute()
  }
}

/** Inserts the grants of the demonstration's staff. */
async function insertGrants(
  trx: Transaction<Database>,
  people: readonly Pick<Insertable<PersonTable>, 'id' | 'email'>[],
): Promise<void> {
  const rows = demoAccounts.flatMap(({ email, grant }) => {
    const owner = people.find((person) => person.email === email)
    return owner && grant ? [{ user_id: owner.id, name: grant }] : []
  })
  await trx.insertInto('staff_grant').values(rows).execute()
}

type PersonRow = Omit<Insertable<PersonTable>, 'firm_id' | 'broker_id'>

async function personOf(
  trx: Transaction<Database>,
  account: DemoAccount,
  hash: string,
  at: number,
): Promise<PersonRow> {
  const id = randomId()
  return {
    id,
    email: account.email,
    first_name: account.firstName,
    last_name: account.lastName,
    role: account.role,
    phone: await encryptPhone(trx, id, account.twoFactorPhone ?? null),
    language: account.language,
    two_factor: Number(account.twoFactorPhone !== undefined),
    password_hash: hash,
    temporary_until: account.firstLogin ? at + firstLoginValidMs : null,
    first_login: Number(account.firstLogin ?? false),
    active: 1,
  }
}

function accountOf(robot: RobotAccount): DemoAccount {
  const { email, role } = robot
  const own =
    robot.role === 'BROKER'
      ? { broker: robot.broker, firstName: nameOfBroker(robot.broker) }
      : { firm: robot.firm, firstName: `${robot.firm} ${robot.part + 1}` }
  return { email, role, lastName: 'Robot', language: 'En', ...own }
}

const nameOfBroker = (shortName: string): string =>
  firstWord(demoBrokers.find((each) => each.shortName === shortName)?.name ?? shortName)
