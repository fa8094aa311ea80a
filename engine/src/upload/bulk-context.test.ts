import { expect, test } from 'vitest'
import {
  answerOf,
  book,
  bookIn,
  buys,
  draftOf,
  haltOf,
  locatedPair,
  residualOf,
  sells,
  sweepAt,
} from '../../test/book.ts'
import { bulkContextAt, defaultBulkFacts, rowResultsFor } from '../../test/bulk-file.ts'
import { perform } from '../../test/command-execution.ts'
import { world } from '../../test/world.ts'
import type { State } from '../model/state.ts'
import { bulkContext } from './bulk-context.ts'

const rows = [{}, { ric: 'sony', direction: 'SELL' }, { ric: 'invalid' }]
const results = (state: State) => rowResultsFor(bulkContextAt(state, {}, '00:06'), ...rows)

test('adverts and locates of other firms do not affect a result', () => {
  const alone = results(world())

  expect(results(book(buys('birch', 10_000), sells('cypress', 90_000, { securityId: 'sony' })))).toEqual(
    alone,
  )
  expect(results(locatedPair(buys('birch', 10_000), sells('cypress', 10_000)))).toEqual(alone)
})

test('halts, ratings and brokers of other firms do not affect a result', () => {
  const alone = results(world())
  const state = world({ enabled: { birch: ['GS'] } })
  perform(state, haltOf({ kind: 'FIRM', firmId: 'birch' }, state.at))

  expect(results(state)).toEqual(alone)
})

test("an open advert of the firm is reported, be it a colleague's draft or in a locate", () => {
  const drafted = world({ traders: [{ traderId: 'clerk', firmId: 'alder' }] })
  perform(drafted, draftOf(buys('clerk', 10_000), drafted.at))

  expect(results(drafted)[0]?.errorCode).toBe('ERR-004')
  expect(results(locatedPair(buys('alder', 10_000), sells('birch', 10_000)))[0]?.errorCode).toBe('ERR-004')
})

test("the trader's own draft is replaced and known by its id; the draft of a residual is not", () => {
  const state = world()
  perform(state, draftOf(buys('alder', 10_000), state.at, 'looked-up'))

  expect(results(state)).toEqual(results(world()))
  expect(bulkContextAt(state).draftOn('toyota')).toBe('looked-up')
  expect(bulkContextAt(state).draftOn('sony')).toBeNull()

  const met = bookIn(world(), buys('alder', 25_000), sells('birch', 10_000))
  perform(met, sweepAt('00:05'))
  for (const name of ['alder', 'birch']) perform(met, answerOf(met, name, 'ACCEPT', met.at + 1_000))
  perform(met, residualOf('alder-1', met.at + 1_000))

  expect(results(met)[0]?.errorCode).toBe('ERR-004')
  expect(bulkContextAt(met).draftOn('toyota')).toBeNull()
})

test("only the firm's own locates forbid the opposite direction", () => {
  const of = { limits: { directionFlipMs: 30 * 60_000 } }
  const state = bookIn(world(of), buys('birch', 10_000), sells('cypress', 10_000))
  expect(perform(state, sweepAt('00:05'))).toMatchObject([{ type: 'contraLocated' }])

  expect(results(state)).toEqual(results(world(of)))
})

test('only brokers that are active and enabled for the firm can be named', () => {
  const brokers = ['NOM', 'DAI', { brokerId: 'MIZ', active: false, swapEnabled: true }]
  const state = world({ brokers, enabled: { alder: ['MIZ', 'DAI'] } })

  expect(bulkContextAt(state).brokers).toEqual([{ brokerId: 'DAI', shortName: 'DAI' }])
})

test('a trader who is not in the reference data is a bug', () => {
  expect(() => bulkContext(world(), 'nobody', 0, defaultBulkFacts)).toThrow(
    'nobody is not in the reference data',
  )
})
