import { expect, test } from 'vitest'
import { openStompSession } from '../live/stomp-clients.ts'
import { auditEvents, Operator, operatorName } from '../support/operator.ts'
import { startTestServer } from '../support/test-server.ts'
import { password, type TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const reason = 'left the institution'
const email = 'trader@alder.example'
const phone = '+815012345678'
const request = { email, reason }

/** Alder with a live advert and a socket, an operator, and Birch. */
async function atTheDesk() {
  const desk = await startTestServer({ brokers: ['Hinoki'] })
  const alder = await (await desk.trader('alder')).connects()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const socket = openStompSession(`${desk.url}/api/websocket-endpoint`, alder.token ?? '')
  await until('the second socket', async () => socket.isSubscribed())
  return { desk, alder, id, socket, operator: new Operator(desk) }
}

const isOut = async (person: TestUser): Promise<void> => {
  expect(await person.isRefused('/user/my-details')).toMatchObject({ status: 401, reason: 'NOT_SIGNED_IN' })
}

/** The reply to a log-in, as bytes. */
async function logIn({ desk }: TestUser, secret = password, as = email): Promise<string> {
  const response = await fetch(`${desk.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: as, password: secret }),
  })
  return `${response.status} ${await response.text()}`
}

test('disabling a user takes effect at once: 401, notified and disconnected, adverts paused, log-in refused', async () => {
  const { desk, alder, id, socket, operator } = await atTheDesk()

  expect(await operator.runs('user disable', request)).toEqual({
    email,
    active: false,
    changed: true,
    sessionsEnded: 1,
  })

  await isOut(alder)
  expect(await alder.receives('trader Desk logged out')).toMatchObject({ errorCode: 'SESSION_LOGGED_OUT' })
  expect(await until('the socket to close', async () => socket.closes[0])).toBe(4001)
  expect(await logIn(alder)).toBe(await logIn(alder, 'wrong', 'nobody@alder.example'))
  const statuses = await desk.app.market.read(({ adverts, traders }) => [
    adverts.get(id)?.advertisementStatus,
    [...traders.values()].filter(({ present }) => present).length,
  ])
  expect(statuses).toEqual(['PAUSED', 0])

  expect(await operator.runs('user enable', request)).toEqual({ email, active: true, changed: true })
  await isOut(alder)
  const back = await desk.trader('alder')
  expect((await back.advert(id)).advertisementStatus).toBe('PAUSED')
})

test('a user disabled while no server runs finds the session ended and the adverts paused', async () => {
  const { desk, alder, id, operator } = await atTheDesk()
  await operator.stopsTheServer()
  expect(await operator.runs('user disable', request)).toMatchObject({ changed: true, sessionsEnded: 1 })
  await operator.startsTheServer()

  await isOut(alder)
  await operator.runs('user enable', request)
  await isOut(alder)
  expect((await (await desk.trader('alder')).advert(id)).advertisementStatus).toBe('PAUSED')
})

test('a code that was sent before lets no disabled user in, nor after the user is enabled again', async () => {
  const { desk, operator } = await atTheDesk()
  const two = desk.person('two@alder.example')
  const to = { email: two.email, reason }
  await desk.addUser({ email: two.email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  const { token } = await two.isRefused('/login', { body: { email: two.email, password } })
  const otp = /\d{6}/.exec(await desk.newestMessage(phone))?.[0]

  await operator.runs('user disable', to)
  const says = () => two.isRefused('/2fa/verify', { body: { otp }, token: token ?? '' })
  expect(await says()).toMatchObject({ status: 401 })
  await operator.runs('user enable', to)
  expect(await says()).toMatchObject({ status: 401 })
})

test('a disabled user is sent no link, and one that was sent before is invalid', async () => {
  const { desk, alder, operator } = await atTheDesk()
  const { database } = desk.app
  const toAlder = async (): Promise<number> =>
    (await database.selectFrom('outbox').select('id').where('recipient', '=', email).execute()).length
  const hashes = () => database.selectFrom('person').select('password_hash').orderBy('id').execute()
  const forgets = () => alder.callsOk(`/password/forgot-password/${email}`, { token: null })
  await forgets()
  const resetToken = /resetToken=([\w-]+)/.exec(await desk.newestMessage(email))?.[1] ?? ''
  const status = () =>
    alder.callsOk(`/password/get-password-reset-token-status/${resetToken}`, { token: null })
  expect(await status()).toEqual({ passwordResetTokenStatus: 'PASSWORD_TOKEN_OK' })
  const [sent, kept] = [await toAlder(), await hashes()]

  await operator.runs('user disable', request)

  await forgets()
  expect(await toAlder()).toBe(sent)
  for (const next of ['user disable', 'user enable'] as const) {
    await operator.runs(next, request)
    expect(await status()).toEqual({ passwordResetTokenStatus: 'PASSWORD_TOKEN_EXPIRED' })
    const fresh = 'a brand new passphrase of mine'
    const body = { resetToken, password: fresh, confirmPassword: fresh }
    expect(await alder.isRefused('/password/reset-password', { body, token: null })).toMatchObject({
      errorCode: 'PASSWORD_TOKEN_EXPIRED',
    })
  }
  expect(await hashes()).toEqual(kept)
})

test('disabling again records nothing but ends what was left open', async () => {
  const { desk, operator } = await atTheDesk()
  await operator.runs('user disable', request)
  const before = await auditEvents(desk)

  expect(await operator.runs('user disable', request)).toMatchObject({ changed: false, sessionsEnded: 0 })
  expect(await auditEvents(desk)).toEqual(before)
})

test('a reset mails a temporary password, ends the session and forces a first log-in', async () => {
  const { desk, alder, socket, operator } = await atTheDesk()

  const answer = await operator.runs('user reset', request)

  const temporaryUntil = new Date(desk.clock.now() + 72 * 3_600_000).toISOString()
  expect(answer).toEqual({ email, temporaryUntil, sessionsEnded: 1 })
  await isOut(alder)
  expect(await until('the socket to close', async () => socket.closes[0])).toBe(4001)
  expect(await logIn(alder)).toBe(await logIn(alder, 'wrong', 'nobody@alder.example'))
  const mail = await desk.newestMessage(email)
  const temporary = /Temporary password: (\S+)/.exec(mail)?.[1] ?? ''
  expect(JSON.stringify([answer, await auditEvents(desk)])).not.toContain(temporary)

  await alder.signsIn(temporary)
  expect(await alder.callsOk('/user/my-details')).toMatchObject({ firstLogin: true })
  expect(await alder.isRefused('/advert/advert-list')).toMatchObject({ status: 403 })
  desk.clock.advance(72 * 3_600_000)
  expect(await logIn(alder, temporary)).toContain('403 ')
})

test('a disabled user is not reset', async () => {
  const { operator } = await atTheDesk()
  await operator.runs('user disable', request)

  expect(await operator.isRefused('user reset', request)).toMatchObject({ code: 'USER_DISABLED' })
})

test('an unlock clears failed log-ins: passwords in the running server, codes in the table', async () => {
  const { desk, alder, operator } = await atTheDesk()
  const tries: string[] = []
  for (let i = 0; i < 11; i += 1) tries.push((await logIn(alder, 'wrong')).slice(0, 3))
  expect(tries.at(-1)).toBe('429')
  await desk.app.database.updateTable('person').set({ wrong_codes: 100 }).where('email', '=', email).execute()

  expect(await operator.runs('user unlock', request)).toEqual({ email, wrongCodes: 100, limitsCleared: true })

  expect(await logIn(alder)).toMatch(/^200 /)
})

test('sessions are listed without a token, and ended with a reason', async () => {
  const { desk, alder, id, socket, operator } = await atTheDesk()
  const startedAt = new Date(desk.clock.now()).toISOString()

  const listed = await operator.runs('user sessions', { email })
  expect(listed).toEqual({ email, sessions: [{ kind: 'session', startedAt, lastSeen: startedAt }] })
  expect(JSON.stringify(listed)).not.toContain(alder.token?.slice(6))
  expect(await operator.isRefused('user sessions', { email, end: true })).toMatchObject({ code: 'INVALID' })
  await alder.callsOk('/user/my-details')

  expect(await operator.runs('user sessions', { email, end: true, reason })).toMatchObject({
    sessionsEnded: 1,
  })
  await isOut(alder)
  expect(await until('the socket to close', async () => socket.closes[0])).toBe(4001)
  expect(await operator.runs('user sessions', { email })).toEqual({ email, sessions: [] })
  expect((await (await desk.trader('alder')).advert(id)).advertisementStatus).toBe('PAUSED')
})

test('a user is changed: the next code goes to the new number, in the new language', async () => {
  const { desk, operator } = await atTheDesk()
  const change = { ...request, phone: '+81 (50) 1234-5678', twoFactor: true, language: 'ja' } as const

  expect(await operator.runs('user change', change)).toEqual({
    email,
    changed: ['phone', 'twoFactor', 'language'],
    invitedAgain: false,
  })
  expect(await operator.runs('user change', change)).toMatchObject({ email, changed: [] })

  const refused = await desk.person('').isRefused('/login', { body: { email, password } })
  expect(refused).toMatchObject({ status: 401, reason: '2FA_REQUIRED' })
  expect(await desk.newestMessage(phone)).toContain('Aitaiの認証コード')
  const trail = JSON.stringify(await auditEvents(desk))
  for (const secret of [phone, '1234-5678', email]) expect(trail).not.toContain(secret)
  for (const bad of [{ phone: '090-1234-5678' }, { phone: '' }])
    expect(await operator.isRefused('user change', { ...request, ...bad })).toMatchObject({ code: 'INVALID' })
})

test("a user's address and names are changed: the old address signs in no more, the session stays", async () => {
  const { desk, alder, operator } = await atTheDesk()
  const next = 'emma.whitfield@alder.example'
  const names = { firstName: 'Emma', lastName: 'Whitfield' }

  expect(
    await operator.runs('user change', { ...request, newEmail: ` ${next.toUpperCase()}`, ...names }),
  ).toEqual({
    email: next,
    changed: ['email', 'firstName', 'lastName'],
    invitedAgain: false,
  })

  expect(await alder.callsOk('/user/my-details')).toMatchObject({ email: next, ...names })
  expect(await logIn(alder)).toMatch(/^403 /)
  await desk.person(next).signsIn()
  const trail = JSON.stringify(await auditEvents(desk, 'userChanged'))
  for (const value of [next, 'Emma', 'Whitfield']) expect(trail).not.toContain(value)
  for (const bad of [{ newEmail: 'emma' }, { firstName: ' ' }])
    expect(await operator.isRefused('user change', { email: next, reason, ...bad })).toMatchObject({
      code: 'INVALID',
    })
  const taken = { email: next, reason, newEmail: 'trader@birch.example' }
  expect(await operator.isRefused('user change', taken)).toMatchObject({ code: 'USER_EXISTS' })
})

test('an invitation that went to a wrong address is void, and another goes to the right one', async () => {
  const { desk, operator } = await atTheDesk()
  const [wrong, right] = ['emm@alder.example', 'emma@alder.example']
  const person = { firstName: 'Emma', lastName: 'Ito', role: 'TRADER', firm: 'Alder' } as const
  await operator.runs('user add', { email: wrong, ...person })
  const passwordIn = (mail: string) => /Temporary password: (\S+)/.exec(mail)?.[1] ?? ''
  const first = passwordIn(await desk.newestMessage(wrong))
  const stranger = await desk.person(wrong).signsIn(first)

  expect(await operator.runs('user change', { email: wrong, reason, newEmail: right })).toEqual({
    email: right,
    changed: ['email'],
    invitedAgain: true,
  })

  await isOut(stranger)
  for (const address of [wrong, right]) expect(await logIn(stranger, first, address)).toMatch(/^403 /)
  await expect(desk.newestMessage(wrong)).rejects.toThrow('no result')
  const emma = await desk.person(right).signsIn(passwordIn(await desk.newestMessage(right)))
  expect(await emma.callsOk('/user/my-details')).toMatchObject({ firstLogin: true })
})

test('only a trader is named desk head; the list of users and the audit trail say so', async () => {
  const { desk, operator } = await atTheDesk()
  const isHead = async () => {
    const users = (await operator.runs('user list', {})) as unknown as { email: string; deskHead: boolean }[]
    return users.find((each) => each.email === email)?.deskHead
  }
  expect(await isHead()).toBe(false)

  for (const deskHead of [true, false]) {
    const change = { ...request, deskHead }
    expect(await operator.runs('user change', change)).toMatchObject({ email, changed: ['deskHead'] })
    expect(await operator.runs('user change', change)).toMatchObject({ email, changed: [] })
    expect(await isHead()).toBe(deskHead)
    expect((await auditEvents(desk)).at(-1)).toMatchObject({ action: 'userChanged', reason })
  }
  const broker = { email: 'broker@hinoki.example', reason, deskHead: true }
  expect(await operator.isRefused('user change', broker)).toMatchObject({ code: 'INVALID' })
})

test('every command that changes a user is in the audit trail, with operator and reason', async () => {
  const { desk, operator } = await atTheDesk()
  const { id } = await desk.app.database
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const count = (await auditEvents(desk)).length

  for (const name of ['user disable', 'user enable', 'user unlock', 'user reset'] as const)
    await operator.runs(name, request)
  await operator.runs('user change', { ...request, language: 'ja' })
  await operator.runs('user sessions', { email, end: true, reason })
  await operator.runs('rating show', { email })

  const own = (await auditEvents(desk)).slice(count).filter(({ actor }) => actor.startsWith('staff:'))
  expect(own.map(({ action }) => action)).toEqual([
    'userDisabled',
    'userEnabled',
    'userUnlocked',
    'passwordReplaced',
    'userChanged',
    'sessionsEnded',
    'ratingShown',
  ])
  for (const event of own)
    expect(event).toMatchObject({ actor: `staff:${operatorName}`, subject: id, outcome: 'DONE' })
  expect(own.slice(0, -1).every((event) => event.reason === reason)).toBe(true)
})

test.each(['user disable', 'user enable', 'user reset', 'user unlock'] as const)(
  '%s requires a known user and a reason',
  async (name) => {
    const { desk, operator } = await atTheDesk()
    const before = await auditEvents(desk)

    expect(await operator.isRefused(name, { email: 'nobody@x.example', reason })).toMatchObject({
      code: 'USER_UNKNOWN',
    })
    expect(await operator.isRefused(name, { email: 'nobody@x.example', reason: ' ' })).toMatchObject({
      code: 'USER_UNKNOWN',
    })
    expect(await operator.isRefused(name, { email, reason: ' ' })).toMatchObject({ code: 'INVALID' })
    expect(await auditEvents(desk)).toEqual(before)
  },
)
