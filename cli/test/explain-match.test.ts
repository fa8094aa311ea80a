import { explainPair } from '@aitai/engine/explain/pair-explanation.ts'
import { expect, test } from 'vitest'
import { book, buys, moment, perform, sells, sweepAt } from '../../engine/test/book.ts'
import { explanationTable } from '../src/explanation-table.ts'
import { parseTime } from '../src/times.ts'
import { cliFor, emptyFolder, emptyInstallation } from './cli.ts'
import { startServerProcess } from './server-process.ts'

const command = ['explain-match', 'no-such-a', 'no-such-b', '--reason', 'a drill']

test('an explanation is a table of the conditions, and their conclusion', () => {
  const state = book(buys('alder', 10_000), sells('birch', 6_000, { transactionType: 'SWAP_ONLY' }))
  const [a, b, at] = ['alder-1', 'birch-1', moment('00:05')] as const
  const explanation = explainPair(state, a, b, null, at)
  if (!explanation) throw new Error('one of the two is not there')
  const next = { at: moment('00:06'), event: 'advertPaused', locateId: null, together: false }

  expect(explanationTable({ ...explanation, a, b, at, by: 'ops', reason: 'a drill', next })).toBe(
    [
      'A  alder-1',
      'B  birch-1',
      'At 2026-11-20T00:05:00.000Z, asked by ops: a drill',
      '',
      'E1   Same security, opposite sides  yes  toyota.T: A is a BUY, B a SELL.',
      'E2   Different institutions         yes  Two institutions without a common affiliate group.',
      'E3   Both live                      yes  Both are LIVE, and the institutions have no cooldown.',
      'E4   Market                         yes  Matching is open and the market is fresh.',
      'E5   Quantity                       yes  6,000 shares; A requires 1,000, B 600.',
      'E6   Credibility                    yes  A is rated 60 (B requires 10), B is rated 60 (A requires 10).',
      'E7   Transaction type               NO   A is CASH_ONLY and accepts CASH_ONLY, B is SWAP_ONLY and accepts CASH_ONLY.',
      'E8   Executing broker               yes  Brokers that could execute: 1.',
      'E9   Expiry                         yes  A ends at 2026-11-20T15:00:00.000Z, B at 2026-11-20T15:00:00.000Z.',
      'E10  Owners present                 yes  Both owners are present. Open locates: A 0, B 0.',
      'E11  Unchanged for long enough      yes  A is unchanged since 2026-11-20T00:00:01.000Z, B since 2026-11-20T00:00:02.000Z.',
      'E12  Limit price                    yes  Neither has a limit price.',
      '',
      'They were not eligible: E7.',
      'Next event for one of them, at 2026-11-20T00:06:00.000Z: advertPaused.',
    ].join('\n'),
  )
})

test('a match, an earlier match and an unknown advert are reported in a sentence', () => {
  const state = book(buys('alder', 10_000), sells('birch', 6_000), sells('cypress', 8_000))
  const at = moment('00:05')
  perform(state, sweepAt(at))
  const rows = (b: string, next: Parameters<typeof explanationTable>[0]['next'] = null) => {
    const explanation = explainPair(state, 'alder-1', b, null, at)
    if (!explanation) throw new Error('one of the two is not there')
    const table = explanationTable({
      ...explanation,
      a: 'alder-1',
      b,
      at,
      by: 'ops',
      reason: 'a drill',
      next,
    })
    return table.split('\n\n').at(-1)?.split('\n')
  }
  const located = { at: moment('00:10'), event: 'contraLocated', locateId: 'L2' }
  const { locateId } = state.adverts.get('alder-1') ?? {}

  expect(rows('cypress-1')).toEqual([
    `They were located: locate ${locateId}.`,
    'No further event for either on that day.',
  ])
  expect(rows('birch-1', { ...located, together: false })).toEqual([
    `Another pair was ranked higher: locate ${locateId}.`,
    'At 2026-11-20T00:10:00.000Z one of them was located with another: locate L2.',
  ])
  expect(rows('birch-1', { ...located, together: true })?.[1]).toBe(
    'At 2026-11-20T00:10:00.000Z they were located with each other: locate L2.',
  )
})

test('a time is one of today in UTC, or one with its zone', () => {
  const now = new Date('2026-11-20T10:00:00Z')

  expect(parseTime('02:30', now)).toBe(moment('02:30'))
  expect(parseTime('2026-11-19T11:30+09:00', now)).toBe(moment('02:30', '2026-11-19'))
  expect(parseTime('2026-11-19T02:30:00.5Z', now)).toBe(moment('02:30:00.500', '2026-11-19'))
  for (const wrong of ['24:00', '2026-11-19', '2026-11-19T02:30', '2026-13-01T00:00Z', 'noon'])
    expect(() => parseTime(wrong, now), wrong).toThrow('--at must be')
})

test.each([
  ['without a reason', ['explain-match', 'a', 'b'], '--reason is missing'],
  ['about one advert', ['explain-match', 'a', '--reason', 'a drill'], 'ADVERT is missing'],
  ['about three', [...command, 'c'], 'too many arguments'],
  ['at no time', [...command, '--at', 'noon'], '--at must be'],
])('asked %s the usage is shown with exit code 2', async (_, words, why) => {
  const { code, out, err } = await cliFor(await emptyFolder())(words)

  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(why)
})

// rule: 15.21
test('an unknown advert is one line and exit code 1, and the request is recorded, server or not', async () => {
  const folder = await emptyInstallation()
  const aitai = cliFor(folder)
  const missing = {
    code: 1,
    out: '',
    err: expect.stringMatching(/^There was no advert no-such-a at .*Z\.\n$/),
  }

  expect(await aitai(command)).toEqual(missing)
  expect(await aitai.json(['replay', '--verify'])).toMatchObject({ verified: true, entries: 1 })
  await startServerProcess(folder, { DEMO: 'off' })
  const before = (await aitai.json(['replay', '--verify'])) as { entries: number }
  expect(await aitai(command)).toEqual(missing)
  expect(await aitai.json(['replay', '--verify'])).toMatchObject({
    verified: true,
    entries: before.entries + 1,
  })
})
