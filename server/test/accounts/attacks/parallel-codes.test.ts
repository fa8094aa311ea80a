import { describe, expect, test } from 'vitest'
import { startServerOn, userIdOf } from '../../support/account-fixtures.ts'
import { testDatabases, untilLocked } from '../../support/test-databases.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import { adds, codeAt, gives, half, newestSms, security, someone } from '../authenticator-app.ts'

type Code = Parameters<typeof gives>[2]

/** Rows that the requests of a user write, so that they wait for each other there. */
type Lock = 'recovery_code' | 'authenticator' | 'login_attempt'

/**
 * Sends requests of a user at the same moment. On PostgreSQL the rows are locked until all of them wait, so that each
 * has read what there was before any of them writes; an embedded database has one transaction at a time.
 */
async function atOnce<T>(
  { desk, user, lock }: { desk: TestServer; user: TestUser; lock: Lock },
  requests: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const { database, config } = desk.app
  if (config.databaseUrl === null) return await Promise.all(requests.map((send) => send()))
  const userId = await userIdOf(desk, user.email)
  const sent = await database.transaction().execute(async (trx) => {
    await trx.selectFrom(lock).select('user_id').where('user_id', '=', userId).forUpdate().execute()
    const replies = requests.map((send) => send())
    await untilLocked(database, requests.length)
    return { replies }
  })
  return await Promise.all(sent.replies)
}

/** Gives one code in several requests at the same moment, each for its own log-in or all for one. */
async function givesAtOnce(
  of: { desk: TestServer; user: TestUser; lock: Lock },
  tokens: readonly string[],
  code: Code,
) {
  const replies = await atOnce(
    of,
    tokens.map((token) => () => gives(of.user, token, code)),
  )
  return {
    statuses: replies.map(({ status }) => status).toSorted(),
    opened: replies.flatMap(({ body }) => body.access_token ?? []),
  }
}

const halves = async (user: TestUser, count: number): Promise<string[]> => {
  const tokens: string[] = []
  for (let n = 0; n < count; n += 1) tokens.push(await half(user))
  return tokens
}

const openSessions = async (desk: TestServer, user: TestUser): Promise<number> =>
  (
    await desk.app.database
      .selectFrom('session')
      .select('token_hash')
      .where('user_id', '=', await userIdOf(desk, user.email))
      .where('ended', 'is', null)
      .execute()
  ).length

const onlyOne = [200, 401, 401, 401]

describe.each(testDatabases)('one code in several requests at the same moment, on $name', (store) => {
  test('a recovery code signs in one of them, for one log-in and for several', async () => {
    const desk = await startServerOn(store)
    const user = await someone(desk)
    const { recoveryCodes } = await adds(desk, user)
    const codes = recoveryCodes.map((otp) => ({ otp, method: 'RECOVERY_CODE' }))

    const [first = { otp: '' }, second = { otp: '' }] = codes
    const ofSeveral = await givesAtOnce({ desk, user, lock: 'recovery_code' }, await halves(user, 4), first)
    expect([ofSeveral.statuses, ofSeveral.opened.length]).toEqual([onlyOne, 1])
    const ofOne = await givesAtOnce(
      { desk, user, lock: 'recovery_code' },
      Array<string>(4).fill(await half(user)),
      second,
    )
    expect(ofOne.statuses).toEqual(onlyOne)
    user.token = ofOne.opened[0] ?? null
    expect(await security(user)).toMatchObject({ recoveryCodes: 8 })
    expect(await openSessions(desk, user)).toBe(1)
  })

  test('two different recovery codes for one log-in open one session, and only one of them is used up', async () => {
    const desk = await startServerOn(store)
    const user = await someone(desk)
    const { recoveryCodes } = await adds(desk, user)
    const token = await half(user)

    const both = await atOnce(
      { desk, user, lock: 'recovery_code' },
      recoveryCodes.slice(0, 2).map((otp) => () => gives(user, token, { otp, method: 'RECOVERY_CODE' })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    user.token = both.find(({ status }) => status === 200)?.body.access_token ?? null
    expect(await security(user)).toMatchObject({ recoveryCodes: 9 })
  })

  test('a code of an app signs in one of them, for one log-in and for several', async () => {
    const desk = await startServerOn(store)
    const user = await someone(desk)
    const { key } = await adds(desk, user)
    const now = { otp: codeAt(key, desk.clock.now()) }
    const ofSeveral = await givesAtOnce({ desk, user, lock: 'authenticator' }, await halves(user, 4), now)
    expect(ofSeveral.statuses).toEqual(onlyOne)
    const next = { otp: codeAt(key, desk.clock.now() + 30_000) }
    const ofOne = await givesAtOnce(
      { desk, user, lock: 'authenticator' },
      Array<string>(4).fill(await half(user)),
      next,
    )
    expect(ofOne.statuses).toEqual(onlyOne)
    expect(await openSessions(desk, user)).toBe(1)
  })

  test('a code of an app that signs in does not confirm another session at the same moment', async () => {
    const desk = await startServerOn(store)
    const user = await someone(desk)
    const { key } = await adds(desk, user)
    const otp = codeAt(key, desk.clock.now())
    const token = await half(user)

    const replies = await atOnce<{ status: number }>({ desk, user, lock: 'authenticator' }, [
      () => gives(user, token, { otp }),
      () => user.calls('/user/confirm/code', { body: { otp, method: 'APP' } }),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a code by SMS signs in one of them', async () => {
    const desk = await startServerOn(store)
    const user = await someone(desk, { sms: true })
    const token = await half(user)
    const code = { otp: await newestSms(desk) }

    const { statuses, opened } = await givesAtOnce(
      { desk, user, lock: 'login_attempt' },
      Array<string>(4).fill(token),
      code,
    )
    expect(statuses).toEqual(onlyOne)
    user.token = opened[0] ?? null
    expect(await user.callsOk('/user/my-details')).toMatchObject({ email: user.email })
    expect(await openSessions(desk, user)).toBe(1)
  })
})
