import type { Audience, Call } from '@aitai/contract/call.ts'
import { calls } from '@aitai/contract/calls.ts'
import { expect, test } from 'vitest'
import { type Desk, startDesk } from './desk.ts'
import type { Person } from './person.ts'

const kinds = ['anonymous', 'trader', 'broker', 'staff', 'twoFactor', 'firstLogin'] as const
type Kind = (typeof kinds)[number]

/** Who may make a call of which audience (quality 2.5). */
const allowed: Readonly<Record<Audience, readonly Kind[]>> = {
  anyone: kinds,
  twoFactor: ['twoFactor'],
  firstLogin: ['trader', 'broker', 'staff', 'firstLogin'],
  onlyFirstLogin: ['firstLogin'],
  signedIn: ['trader', 'broker', 'staff'],
  trader: ['trader'],
  broker: ['broker'],
}

/** What the others are answered. */
const refusalOf = (kind: Kind, audience: Audience): readonly [number, string] => {
  if (kind === 'anonymous') return [401, 'NOT_SIGNED_IN']
  if (kind === 'twoFactor' && audience !== 'twoFactor') return [401, '2FA_REQUIRED']
  return [403, 'FORBIDDEN']
}

async function everybody(desk: Desk): Promise<Readonly<Record<Kind, Person>>> {
  await desk.addUser({ email: 'staff@aitai.example', role: 'STAFF' })
  const phone = '+815012345678'
  await desk.addUser({ email: 'two@alder.example', role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  await desk.addUser({ email: 'new@alder.example', role: 'TRADER', firm: 'Alder' })
  await desk.app.database
    .updateTable('person')
    .set({ first_login: 1 })
    .where('email', '=', 'new@alder.example')
    .execute()
  const two = desk.person('two@alder.example')
  const body = { email: two.email, password: 'a password of the desk' }
  two.token = (await two.isRefused('/login', { body })).token ?? null
  return {
    anonymous: desk.person('nobody@alder.example'),
    trader: await desk.trader('alder'),
    broker: await desk.broker('hinoki'),
    staff: await desk.person('staff@aitai.example').signsIn(),
    twoFactor: two,
    firstLogin: await desk.person('new@alder.example').signsIn(),
  }
}

const made = (person: Person, { method, path }: Call, sentAs: string = method) =>
  person.calls<{ errorCode?: string }>(path.replace(/:\w+/g, 'unknown'), {
    method: sentAs,
    ...(sentAs === 'POST' ? { raw: '[]' } : {}),
  })

test('every call lets in those it is for and nobody else', async () => {
  const desk = await startDesk()
  const people = await everybody(desk)
  // What ends a session comes last, or nobody would be left to ask.
  const ordered = [...calls].sort((a, b) => Number(a.path === '/logout') - Number(b.path === '/logout'))
  const wrong: string[] = []

  for (const call of ordered)
    for (const kind of kinds) {
      const { status, body } = await made(people[kind], call)
      const [refusedWith, code] = refusalOf(kind, call.for)
      const isRefused = status === refusedWith && body.errorCode === code
      if (isRefused === allowed[call.for].includes(kind))
        wrong.push(`${kind} ${call.path}: ${status} ${body.errorCode}`)
    }
  expect(wrong).toEqual([])
  expect(calls.length).toBeGreaterThanOrEqual(24)
})

test('a token that is none, foreign or in another scheme is always the same: not signed in', async () => {
  const desk = await startDesk({ firms: ['Alder'], brokers: [] })
  const alder = await desk.trader('alder')
  const answers = []

  for (const authorization of [
    'Bearer nonsense',
    `Bearer ${alder.token}x`,
    `Bearer ioi_s_${'A'.repeat(43)}`,
    `Basic ${alder.token}`,
    `${alder.token}`,
    'Bearer ',
    `Bearer ${'x'.repeat(5_000)}`,
  ])
    answers.push((await alder.calls('/user/my-details', { token: null, headers: { authorization } })).text)
  expect(new Set(answers)).toEqual(
    new Set(['{"errorCode":"NOT_SIGNED_IN","message":"Please sign in.","reason":"NOT_SIGNED_IN"}']),
  )
})

test('no call is served to HEAD, and what changes something not to a page or a prefetch', async () => {
  const desk = await startDesk()
  const alder = await desk.trader('alder')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const cancel = `/advert/cancel-advert/${id}`

  for (const { path } of calls)
    expect((await alder.calls(path.replace(/:\w+/g, id), { method: 'HEAD' })).status, path).toBe(404)
  for (const unasked of [
    { 'sec-fetch-mode': 'navigate' },
    { purpose: 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
  ]) {
    const headers = { authorization: `Bearer ${alder.token}`, ...unasked }
    for (const method of ['GET', 'POST'] as const)
      expect((await desk.app.http.inject({ method, url: `/api${cancel}`, headers })).statusCode).toBe(403)
  }
  expect((await alder.advert(id)).advertisementStatus).not.toBe('DEAD')
  expect(await alder.asks(cancel, { method: 'POST' })).toMatchObject({ advertisementStatus: 'DEAD' })
})
