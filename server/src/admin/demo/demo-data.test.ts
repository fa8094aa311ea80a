import { expect, test } from 'vitest'
import { adminContextOn } from '../../../test/support/admin-context.ts'
import { testDatabases } from '../../../test/support/test-databases.ts'
import { passwordHasher } from '../../accounts/password-hashing.ts'
import { openDatabase } from '../../database/open-database.ts'
import { addFirm } from '../firms.ts'
import { demoAccounts, demoBrokers, demoPassword } from './demo-accounts.ts'
import { robotAccounts, seedDemo } from './demo-data.ts'

const passwords = passwordHasher()

const at = 1_795_000_000_000

async function openAdmin(store: (typeof testDatabases)[number]) {
  const { db, close } = await openDatabase(await store.newLocation())
  const admin = adminContextOn(db, { passwords, now: () => at })
  return { admin, db, close }
}

test.each(testDatabases)(
  'an empty installation is seeded with the demonstration, once ($name)',
  async (store) => {
    const { db, close } = await openAdmin(store)

    expect(await seedDemo(db, passwords, () => at)).toBe(true)
    expect(await seedDemo(db, passwords, () => at)).toBe(false)

    const people = await db.selectFrom('person').selectAll().orderBy('email').execute()
    const robots = await robotAccounts(db)
    expect(people).toHaveLength(demoAccounts.length + robots.length)
    expect(people.find(({ email }) => email === 'newcomer@alder.example')).toMatchObject({ first_login: 1 })
    expect(people.find(({ email }) => email === 'twofactor@birch.example')).toMatchObject({ two_factor: 1 })
    const emma = people.find(({ email }) => email === 'trader@alder.example')
    expect(await passwords.verify(demoPassword, emma?.password_hash ?? null)).toBe(true)
    await close()
  },
)

test.each(testDatabases)(
  'an installation that already has data is not seeded with the demonstration ($name)',
  async (store) => {
    const { admin, db, close } = await openAdmin(store)
    await addFirm(admin, { name: 'Oak' })

    expect(await seedDemo(db, passwords, () => at)).toBe(false)

    expect(await robotAccounts(db)).toEqual([])
    expect(await db.selectFrom('person').selectAll().execute()).toEqual([])
    await close()
  },
)

test.each(testDatabases)(
  'robots have a random password, and their institutions never match each other ($name)',
  async (store) => {
    const { db, close } = await openAdmin(store)
    await seedDemo(db, passwords, () => at)

    const robots = await robotAccounts(db)
    const firms = await db.selectFrom('firm').selectAll().where('affiliate_group', 'is not', null).execute()
    expect(robots.every(({ password }) => password.length >= 32 && password !== demoPassword)).toBe(true)
    const robot = await db
      .selectFrom('person')
      .selectAll()
      .where('email', '=', robots[0]?.email ?? '')
      .execute()
    expect(await passwords.verify(robots[0]?.password ?? '', robot[0]?.password_hash ?? null)).toBe(true)
    expect(new Set(firms.map(({ affiliate_group }) => affiliate_group)).size).toBe(1)
    expect(firms.map(({ name }) => name).sort()).toEqual(['Dogwood', 'Elder', 'Fir', 'Ginkgo'])
    for (const each of robots)
      if (each.role === 'TRADER')
        expect(each.email).toMatch(each.direction === 'BUY' ? /@(elder|fir)\./ : /@(dogwood|ginkgo)\./)
    await close()
  },
)

test.each(testDatabases)(
  'every broker of the demonstration has a robot that confirms ($name)',
  async (store) => {
    const { db, close } = await openAdmin(store)
    await seedDemo(db, passwords, () => at)

    const emails = (await robotAccounts(db)).flatMap(({ role, email }) => (role === 'BROKER' ? [email] : []))
    const rows = await db
      .selectFrom('person')
      .innerJoin('broker', 'broker.id', 'person.broker_id')
      .select(['person.role', 'broker.short_name'])
      .where('email', 'in', emails)
      .execute()
    expect(rows.map(({ role, short_name }) => `${role} ${short_name}`).sort()).toEqual(
      demoBrokers.map(({ shortName }) => `BROKER ${shortName}`).sort(),
    )
    await close()
  },
)
