import { type ApiSession, CallFailed, callApi, signIn } from '@aitai/contract/api-client.ts'
import { createAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import { myDetails } from '@aitai/contract/routes/session.ts'
import { expect, test } from 'vitest'
import { ratingTable } from '../src/commands/rating.ts'
import {
  addAlder,
  addAlderAlone,
  addTraderArguments,
  type Cli,
  cliFor,
  emptyFolder,
  splitWords,
} from './cli.ts'
import { startServerProcess } from './server-process.ts'

const email = 'emma@alder.example'
const password = 'a quiet harbour at dawn'
const why = ['--reason', 'a drill']

/** Alder, and Emma who trades for it; with a broker if she is to send adverts. */
async function withEmma(alder: (aitai: Cli) => Promise<unknown> = addAlderAlone) {
  const folder = await emptyFolder()
  const aitai = cliFor(folder)
  await alder(aitai)
  await aitai.json([...addTraderArguments(email), '--password-stdin'], password)
  return { folder, aitai }
}

/** The code with which a call is refused. */
const codeOf = (reply: Promise<unknown>): Promise<unknown> =>
  reply.then(
    () => null,
    (error: unknown) => (error instanceof CallFailed ? error.failure.errorCode : error),
  )

/** A draft on Toyota, as it is sent. */
async function drafts(wire: ApiSession) {
  const toyota = (await callApi(wire, getEquities)).find(({ ric }) => ric === '7203.T')
  const draft = await callApi(wire, createAdvert, { body: { securityId: toyota?.equityId ?? '' } })
  if ('error' in draft) throw new Error(`no draft: ${draft.error}`)
  const { id, securityId, duration, minimumQuantity, credibilityHurdle, brokerIds, ranked } = draft
  const { transactionType, transactionTypePreference } = draft
  return {
    id,
    securityId,
    duration,
    minimumQuantity,
    credibilityHurdle,
    brokerIds,
    ranked,
    transactionType,
    transactionTypePreference,
    direction: 'BUY' as const,
    shareQuantity: 10_000,
  }
}

test('a halt without a server applies when the server starts, and is resumed while it runs', async () => {
  const { folder, aitai } = await withEmma(addAlder)
  expect(await aitai.json(['firm', 'halt', 'Ａｌｄｅｒ', '--yes', ...why])).toMatchObject({
    what: 'FIRM',
    name: 'Alder',
    halted: true,
    changed: true,
    reason: 'a drill',
  })
  const server = await startServerProcess(folder, { DEMO: 'off' })
  const emma = await signIn(server.url, email, password)

  const body = await drafts(emma)
  const sends = () => codeOf(callApi(emma, submitAdvert, { body }))

  expect(await sends()).toBe('FIRM-HALTED')
  expect(await aitai.json(splitWords('halt list'))).toMatchObject([
    { what: 'FIRM', name: 'Alder', reason: 'a drill' },
  ])
  await aitai.json(['security', 'halt', '7203.t', '--yes', ...why])
  await aitai.json(['firm', 'resume', 'Alder', ...why])
  expect(await sends()).toBe('SECURITY-HALTED')
  await aitai.json(['platform', 'close', '--yes', ...why])
  expect(await sends()).toBe('PLATFORM-CLOSED')
  await server.end('SIGKILL')
  expect(await aitai.json(splitWords('halt list'))).toHaveLength(2)
  expect(await aitai.json(['platform', 'open', ...why])).toMatchObject({ halted: false, changed: true })
  await aitai.json(['security', 'resume', '7203.T', ...why])
  expect(await aitai.json(splitWords('halt list'))).toEqual([])
  expect(await aitai.json(splitWords('replay --verify'))).toMatchObject({ verified: true })
})

test('a user is disabled by a running server, and enabled and reset on the data', async () => {
  const { folder, aitai } = await withEmma()
  const server = await startServerProcess(folder, { DEMO: 'off' })
  const emma = await signIn(server.url, email, password)

  expect(await aitai.json(['user', 'disable', ' EMMA@alder.example', '--yes', ...why])).toEqual({
    email,
    active: false,
    changed: true,
    sessionsEnded: 1,
  })
  expect(await codeOf(callApi(emma, myDetails))).toBe('NOT_SIGNED_IN')
  expect(await codeOf(signIn(server.url, email, password))).toBe('ACCESS_DENIED')
  await server.end()
  expect(await aitai.json(['user', 'enable', email, ...why])).toMatchObject({
    active: true,
    changed: true,
  })

  const reset = await aitai(['user', 'reset', email, ...why])
  const { out } = await aitai(['outbox'])
  const temporary = /Temporary password: (\S+)/.exec(out)?.[1]
  const unsent = (await aitai(['outbox', '--unsent'])).out
  expect(unsent).toContain(`mail  ${email}  waits`)
  expect(unsent).not.toContain(temporary)
  expect(reset).toMatchObject({ code: 0, err: expect.stringContaining('outbox') })
  expect(reset.out + reset.err).not.toContain(temporary)
  const next = await startServerProcess(folder, { DEMO: 'off' })
  expect(await codeOf(signIn(next.url, email, password))).toBe('ACCESS_DENIED')
  expect(await callApi(await signIn(next.url, email, temporary ?? ''), myDetails)).toMatchObject({
    firstLogin: true,
  })
})

test('an institution joins an affiliate group and leaves it', async () => {
  const { aitai } = await withEmma()
  const change = (group: string) => aitai(['firm', 'change', 'Alder', '--affiliate-group', group, ...why])

  expect((await change('Northern Forest')).out).toContain('Alder has now: ')
  expect(await aitai.json(['firm', 'list'])).toMatchObject([{ affiliateGroup: 'Northern Forest' }])
  expect((await change('none')).out).toContain('group none')
  expect(await aitai.json(['firm', 'list'])).toMatchObject([{ affiliateGroup: null }])
})

test('a rating is a table, or JSON', async () => {
  const { aitai } = await withEmma()

  expect(await aitai.json(['rating', 'show', email])).toMatchObject({
    email,
    rating: 60,
    stars: 3,
  })
  const { out } = await aitai(['rating', 'show', email])
  expect(out).toContain('emma@alder.example: rating 60, 3 of 5 stars')
  expect(out).toContain('12600 points / 210 = 60, rounded')
})

test('the table of a rating has a line for each answer, and one for the missing answers', () => {
  const event = { day: '2026-11-18', kind: 'DECLINE', score: 20, weight: 20, points: 400 } as const
  const missing = { count: 19, score: 60, weight: 190, points: 11_400 }
  const next = { accept: 60, decline: 53, timeout: 51 }
  const shown = { email, rating: 56, stars: 3, events: [event], missing, fullWeight: 210, next }

  expect(ratingTable(shown)).toBe(
    [
      'emma@alder.example: rating 56, 3 of 5 stars',
      '',
      'Day         Answer         Score  Weight  Points',
      '2026-11-18  DECLINE           20      20     400',
      '19 not yet                    60     190   11400',
      '',
      '11800 points / 210 = 56, rounded',
      'The next answer makes it: accept 60, decline 53, timeout 51',
    ].join('\n'),
  )
})

test.each([
  ['a halt of nothing', 'firm halt --reason drill'],
  ['a halt of two things', 'firm halt Alder 7203.T --reason drill'],
  ['a halt without a reason', 'firm halt Alder'],
  ['a platform neither opened nor closed', 'platform --reason drill'],
  ['a user who is not named', 'user disable --reason drill'],
  ['a user disabled without a reason', 'user disable emma@alder.example'],
  ['sessions ended without a reason', 'user sessions emma@alder.example --end'],
  ['a reason to look', 'user sessions emma@alder.example --reason drill'],
  ['a change of nothing', 'user change emma@alder.example --reason drill'],
  ['two-factor half on', 'user change emma@alder.example --two-factor perhaps --reason drill'],
  ['a firm that is not named', 'firm disable --reason drill'],
])('%s is answered with the usage and exit code 2', async (_, command) => {
  const { code, out, err } = await cliFor(await emptyFolder())(splitWords(command))

  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain('aitai')
})
