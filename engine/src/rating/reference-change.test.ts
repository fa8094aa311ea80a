import { expect, test } from 'vitest'
import { perform, setRating } from '../../test/book.ts'
import { moment, world } from '../../test/world.ts'
import { decide } from '../decide.ts'
import { defaultLimits } from '../model/limits.ts'
import { emptyState } from '../model/state.ts'

const limits = { ...defaultLimits, ageing: { ...defaultLimits.ageing, tradingDays: 1 } }

test('new limits end the day before: ratings recover by the limits of the day that ends', () => {
  const state = world()
  setRating(state, 'alder', 40)
  const at = moment('00:00', '2026-11-24')
  const decision = decide(state, { type: 'changeReference', at, reference: { limits } })

  // Four days have ended, of the five that the old limits require; by the new ones one is enough.
  expect('events' in decision && decision.events.map(({ type }) => type)).toEqual([
    'tradingDayEnded',
    'referenceChanged',
  ])
})

test('on the same day, without limits, or in an empty journal, a change of reference data is one event', () => {
  const state = world()
  const [today, tomorrow] = [state.at + 1_000, moment('00:00', '2026-11-21')]
  const changes = [
    perform(state, { type: 'changeReference', at: today, reference: { limits } }),
    perform(world(), { type: 'changeReference', at: tomorrow, reference: { firms: [] } }),
    perform(emptyState(), { type: 'changeReference', at: today, reference: { limits } }),
  ]

  expect(changes.map((events) => events.map(({ type }) => type))).toEqual(
    changes.map(() => ['referenceChanged']),
  )
})
