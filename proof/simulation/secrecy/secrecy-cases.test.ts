import { decide } from '@aitai/engine/decide.ts'
import { defaultLimits, type ProbingLimits } from '@aitai/engine/model/limits.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { expect, test } from 'vitest'
import {
  answerOf,
  bookIn,
  buys,
  draftOf,
  locatedPair,
  moment,
  ownerCommand,
  perform,
  quoteOf,
  sells,
  sightingOf,
  submitOf,
  sweepAt,
  world,
} from '../../../engine/test/book.ts'
import { type Observations, realPlatform } from './observed-platform.ts'

/** Two traders were located at 00:05, one declined or let it lapse, and both resumed. */
function partedAfter(answer: 'DECLINE' | null): State {
  const state = locatedPair(buys('alder', 10_000), sells('birch', 10_000))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:10'))
  if (answer) perform(state, answerOf(state, 'birch', answer, '00:05:10'))
  else perform(state, sweepAt('00:05:31.501'))
  for (const advertId of ['alder-1', 'birch-1'])
    perform(state, ownerCommand('resumeAdvert', advertId, '00:05:40'))
  return state
}

test('after a decline the same two are not located for 15 minutes', () => {
  const state = partedAfter('DECLINE')

  for (const when of ['00:05:41', '00:10:40', '00:20:09.999'])
    expect(perform(state, sweepAt(when))).toEqual([])
  expect(perform(state, sweepAt('00:20:10'))).toMatchObject([{ type: 'contraLocated' }])
})

test('after a timeout the same two are not located for 5 minutes', () => {
  const state = partedAfter(null)

  for (const when of ['00:05:41', '00:10:31.5']) expect(perform(state, sweepAt(when))).toEqual([])
  expect(perform(state, sweepAt('00:10:31.501'))).toMatchObject([{ type: 'contraLocated' }])
})

/** The state, but reading the other side of a market or the sweep's candidates throws. */
function sealed(state: State): State {
  const caught = (): never => {
    throw new Error('an answer must not depend on the books')
  }
  const index = { ...state.index }
  for (const name of ['books', 'securitiesToSearch', 'waiting', 'openLocates'] as const)
    Object.defineProperty(index, name, { get: caught })
  return { ...state, index }
}

test('submit, modify, pause, resume and cancel are decided without reading the books', () => {
  const terms = buys('alder', 10_000).terms
  const state = bookIn(world(), buys('alder', 10_000), sells('birch', 8_000))
  bookIn(state, buys('cypress', 10_000))
  perform(state, ownerCommand('pauseAdvert', 'cypress-1', '00:04'))
  perform(state, draftOf(buys('dogwood', 10_000), '00:04', 'dogwood-1'))
  const at = moment('00:05')
  const commands = [
    draftOf(buys('elder', 10_000), at),
    submitOf('dogwood-1', terms, at),
    { type: 'modifyAdvert', at, traderId: 'alder', advertId: 'alder-1', terms, price: 20_000_000 },
    ownerCommand('pauseAdvert', 'alder-1', at),
    ownerCommand('resumeAdvert', 'cypress-1', at),
    ownerCommand('cancelAdvert', 'alder-1', at),
  ] as const

  for (const command of commands) expect(decide(sealed(state), command)).toEqual(decide(state, command))
  expect(() => decide(sealed(state), sweepAt('00:05'))).toThrow('must not depend on the books')
})

/** A trader's view of a market that is fresh at 2,000 yen. */
const seenBy = (state: State, traderId: string) =>
  realPlatform.showTrader(
    {
      state,
      at: state.at,
      sightingOf: (securityId) => sightingOf(quoteOf(securityId, state.at)),
      securityIds: ['toyota'],
    },
    traderId,
  )

test('a colleague in the same security is revealed only by the duplicate errors, which name nobody', () => {
  const withColleague = () => world({ traders: [{ traderId: 'aspen', firmId: 'alder' }] })
  const [alone, beside] = [withColleague(), bookIn(withColleague(), buys('alder', 10_000))]
  alone.at = beside.at
  const draft = draftOf(buys('aspen', 20_000), beside.at)
  const foreign = { ...ownerCommand('pauseAdvert', 'alder-1', beside.at), traderId: 'aspen' }

  expect(decide(beside, draft)).toEqual({ refusal: { errorCode: 'ADVERT-ERROR-001' } })
  expect(decide(beside, foreign)).toEqual({ refusal: { errorCode: 'ADVERT-NOT-FOUND' } })
  const [{ rowResults: ofAlone, ...seenAlone }, { rowResults, ...seen }] = [alone, beside].map((state) =>
    seenBy(state, 'aspen'),
  ) as [Observations, Observations]
  expect(seen).toEqual(seenAlone)
  expect(ofAlone).toMatchObject({ upload: [{ status: 'OK' }] })
  expect(rowResults).toMatchObject({ upload: [{ errorCode: 'ERR-004', errorMap: {} }] })
})

const worldWith = (budgets: Partial<ProbingLimits>): State =>
  world({ limits: { probing: { ...defaultLimits.probing, ...budgets } } })

/** Alder accepts and both contras decline, the second in another security; alder comes back. */
function declinedBy(first: string, second: string): State {
  const state = worldWith({ failedLocatesPerPair: 2 })
  for (const [index, contra] of [first, second].entries()) {
    const securityId = ['toyota', 'sony'][index] as string
    bookIn(state, buys('alder', 10_000, { securityId }), sells(contra, 10_000, { securityId }))
    perform(state, sweepAt(state.at + 5_000))
    perform(state, answerOf(state, 'alder', 'ACCEPT', state.at + 1_000))
    perform(state, answerOf(state, contra, 'DECLINE', state.at + 1_000))
    perform(state, ownerCommand('resumeAdvert', `alder-${index + 1}`, state.at + 1_000))
  }
  return state
}

// rule: 21.3, 21.6
test('two institutions that are not located together again today are not notified', () => {
  const [same, different] = [declinedBy('birch', 'birch'), declinedBy('birch', 'cypress')]
  const withoutIds = (state: State) =>
    JSON.stringify(seenBy(state, 'alder')).replace(/"locateId":"[^"]*"/g, '"locateId"')

  expect(withoutIds(same)).toBe(withoutIds(different))
  perform(same, ownerCommand('resumeAdvert', 'birch-2', same.at + 1_000))
  perform(different, ownerCommand('resumeAdvert', 'cypress-1', different.at + 1_000))
  expect(perform(same, sweepAt('02:00'))).toEqual([])
  expect(perform(different, sweepAt('02:00'))).toMatchObject([{ type: 'contraLocated' }])
})

/** Alder declines and birch accepts; both come back. */
function declinedByAlder(failuresPerSecurity: number): State {
  const state = bookIn(worldWith({ failuresPerSecurity }), buys('alder', 10_000), sells('birch', 10_000))
  perform(state, sweepAt('00:05'))
  perform(state, answerOf(state, 'alder', 'DECLINE', '00:05:10'))
  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:10'))
  for (const advertId of ['alder-1', 'birch-1'])
    perform(state, ownerCommand('resumeAdvert', advertId, '00:05:40'))
  return state
}

// rule: 21.6
test('an institution sees its exhausted budget, and its contra sees nothing of it', () => {
  const [exhausted, left] = [declinedByAlder(1), declinedByAlder(3)]
  const reasonsOf = (state: State) => JSON.stringify(seenBy(state, 'alder').reasons)

  expect(reasonsOf(exhausted)).toContain('SECURITY_BUDGET')
  expect(reasonsOf(left)).not.toContain('SECURITY_BUDGET')
  expect(seenBy(exhausted, 'birch')).toEqual(seenBy(left, 'birch'))
})
