import { expect, test } from 'vitest'
import { moment, perform, refusalCodeOf, sweepAt } from '../../test/book.ts'
import { agreed } from '../../test/not-executed-reports.ts'
import { decide } from '../decide.ts'
import type { Direction } from '../model/advert.ts'
import { sidesReceived } from '../model/connection-agreement.ts'
import { happened } from '../model/refusals.ts'
import type { State } from '../model/state.ts'

const connect = (traderId: string, agreementId = 'agreement') =>
  ({ type: 'connectBroker', at: moment('00:06'), traderId, agreementId }) as const

const doingExecution =
  (type: 'confirmExecution' | 'undoExecution') =>
  (side: Direction, when: string | number = '00:10', brokerId = 'NOM', brokerUserId = 'kato') => {
    const at = typeof when === 'number' ? when : moment(when)
    return { type, at, agreementId: 'agreement', side, brokerId, brokerUserId }
  }
const confirm = doingExecution('confirmExecution')
const undo = doingExecution('undoExecution')
const agreement = (state: State) => state.agreements.get('agreement')

// rule: 9.9
test('each side contacts the broker separately, once', () => {
  const state = agreed()
  expect(perform(state, connect('birch'))).toEqual([
    { type: 'brokerConnected', at: moment('00:06'), agreementId: 'agreement', side: 'SELL' },
  ])
  expect(agreement(state)?.handed).toEqual({ BUY: false, SELL: true })

  expect(decide(state, connect('birch'))).toEqual(happened())
  perform(state, connect('alder'))
  expect(agreement(state)?.handed).toEqual({ BUY: true, SELL: true })
})

test("another trader's agreement is not found, like one that does not exist", () => {
  const state = agreed()

  expect(refusalCodeOf(state, connect('cypress'))).toBe('AGREEMENT-NOT-FOUND')
  expect(refusalCodeOf(state, connect('alder', 'none'))).toBe('AGREEMENT-NOT-FOUND')
})

// rule: 9.6
test('another broker finds no agreement to confirm or undo', () => {
  const state = agreed()
  perform(state, confirm('BUY'))

  for (const command of [confirm('BUY', '00:10', 'DAI'), undo('BUY', '00:10', 'DAI')]) {
    expect(refusalCodeOf(state, command)).toBe('AGREEMENT-NOT-FOUND')
    expect(refusalCodeOf(state, { ...command, brokerId: 'NOM', agreementId: 'none' })).toBe(
      'AGREEMENT-NOT-FOUND',
    )
  }
})

// rule: 9.7
test('each side is confirmed separately, and the last user who changed it is recorded', () => {
  const state = agreed()
  perform(state, confirm('SELL', '00:10', 'NOM', 'kato'))
  expect(agreement(state)).toMatchObject({ received: { BUY: false, SELL: true } })

  perform(state, confirm('BUY', '00:11', 'NOM', 'sato'))
  perform(state, undo('SELL', '00:12', 'NOM', 'sato'))
  expect(agreement(state)).toMatchObject({
    received: { BUY: true, SELL: false },
    lastChange: {
      BUY: { at: moment('00:11'), brokerUserId: 'sato', received: true },
      SELL: { at: moment('00:12'), brokerUserId: 'sato', received: false },
    },
  })
})

test('confirming or undoing twice has no second effect, and both can be repeated in turn', () => {
  const state = agreed()
  expect(decide(state, undo('BUY'))).toEqual(happened())
  for (let round = 0; round < 2; round += 1) {
    expect(perform(state, confirm('BUY')).map(({ type }) => type)).toEqual(['executionConfirmed'])
    expect(decide(state, confirm('BUY'))).toEqual(happened())
    expect(perform(state, undo('BUY')).map(({ type }) => type)).toEqual(['executionUndone'])
    expect(decide(state, undo('BUY'))).toEqual(happened())
  }
})

// rule: 9.8
test('a confirmation can be undone until the end of the trading day in Tokyo, and not after', () => {
  const state = agreed()
  perform(state, confirm('BUY'))
  perform(state, sweepAt('15:00', []))

  expect(refusalCodeOf(state, undo('BUY', moment('15:00') - 1))).toBeNull()
  expect(refusalCodeOf(state, undo('BUY', '15:00'))).toBe('AGREEMENT-DAY-OVER')
  expect(refusalCodeOf(state, undo('SELL', '15:00'))).toBe('AGREEMENT-DAY-OVER')
  expect(refusalCodeOf(state, confirm('SELL', '15:00'))).toBeNull()
})

test('the confirmed sides are counted', () => {
  const state = agreed()
  const counts = [confirm('BUY'), confirm('SELL'), undo('BUY')].map((command) => {
    perform(state, command)
    return sidesReceived(agreement(state) as never)
  })

  expect(counts).toEqual([1, 2, 1])
})
