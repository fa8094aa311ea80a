import { expect, onTestFinished, test } from 'vitest'
import type { AdminContext } from '../../src/admin/admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '../../src/admin/command-arguments.ts'
import { runAdminCommand } from '../../src/admin/commands.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { type TestDatabase, testDatabases } from '../support/test-databases.ts'

const email = 'emma@alder.example'
const reason = 'a drill'
const emma = { firstName: 'Emma', lastName: 'Whitfield', role: 'TRADER', firm: 'Alder' } as const

/** An operator on the data of a database without a running server. */
async function operating(store: TestDatabase) {
  const opened = await openDatabase(await store.newLocation())
  onTestFinished(opened.close)
  const admin = adminContextOn(opened.db, { now: () => Date.UTC(2026, 10, 18, 1, 0), by: 'ops-kimura' })
  const does = async <N extends AdminCommandName>(
    name: N,
    args: AdminCommandArgs<N>,
    on: Partial<AdminContext> = {},
  ): Promise<unknown> => {
    const answer = await runAdminCommand({ ...admin, ...on }, name, args)
    return 'refusal' in answer ? answer.refusal.code : answer.result
  }
  await does('firm add', { name: 'アルダー' })
  await does('firm add', { name: 'Alder' })
  await does('user add', { ...emma, email })
  const trail = () => opened.db.selectFrom('audit').select(['action', 'reason']).orderBy('seq').execute()
  return { does, trail, db: opened.db }
}

test.each(testDatabases)('halts, users and institutions are stored in $name as well', async (store) => {
  const { does, trail } = await operating(store)

  await does('halt', { firm: 'ｱﾙﾀﾞｰ', reason })
  await does('platform close', { reason })
  await does('platform open', { reason })
  await does('platform close', { reason: 'again' })
  const since = '2026-11-18T01:00:00.000Z'
  const byCommand = { since, by: 'ops-kimura', isUser: false }
  expect(await does('halts', {})).toEqual([
    { what: 'PLATFORM', name: null, ...byCommand, reason: 'again' },
    { what: 'FIRM', name: 'アルダー', ...byCommand, reason },
  ])

  for (const name of ['user disable', 'user enable', 'user reset', 'user unlock'] as const)
    expect(await does(name, { email, reason })).toMatchObject({ email })
  await does('firm disable', { firm: 'Alder', reason })
  expect(await does('firm list', {})).toMatchObject([{ name: 'Alder', active: false }, { active: true }])
  expect((await trail()).slice(3)).toEqual(
    ['userDisabled', 'userEnabled', 'passwordReplaced', 'userUnlocked', 'firmDisabled'].map((action) => ({
      action,
      reason,
    })),
  )
})

test.each(testDatabases)(
  'if a server on another machine writes to $name, nothing is done halfway',
  async (store) => {
    const { does, trail, db } = await operating(store)
    const before = await trail()
    const otherMachine = { running: 'elsewhere' } as const

    for (const name of ['user disable', 'user reset'] as const)
      expect(await does(name, { email, reason }, otherMachine)).toBe('ELSEWHERE')
    expect(await does('user sessions', { email, end: true, reason }, otherMachine)).toBe('ELSEWHERE')
    expect(await does('firm disable', { firm: 'Alder', reason }, otherMachine)).toBe('ELSEWHERE')
    expect(await does('halt', { firm: 'Alder', reason }, otherMachine)).toBe('ELSEWHERE')

    expect(await trail()).toEqual(before)
    expect(await does('halts', {})).toEqual([])
    expect(await db.selectFrom('person').select('active').execute()).toEqual([{ active: 1 }])
    expect(await does('user unlock', { email, reason }, otherMachine)).toMatchObject({ limitsCleared: false })
  },
)
