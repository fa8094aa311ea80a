import type { Command } from '@aitai/engine/model/commands.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import { expect, test } from 'vitest'
import {
  answerOf,
  buys,
  draftOf,
  moment,
  type Order,
  ownerCommand,
  perform,
  sells,
  submitOf,
  sweepAt,
  world,
} from '../../../../engine/test/book.ts'
import type { JournalTable } from '../../database/schema.ts'
import { stateHash } from '../../market/fold.ts'
import { divergenceAt } from './rule-comparison.ts'

/** A platform whose commands are journalled as a server would. */
function journalled() {
  const state = emptyState()
  const rows: JournalTable[] = []
  const journals = (command: Command): void => {
    const events = perform(state, command)
    const { at } = command
    const texts = { command: JSON.stringify(command), events: JSON.stringify(events) }
    if (events.length > 0) rows.push({ seq: rows.length + 1, at, ...texts, hash: '' })
  }
  const { firms, brokers, securities, traders, limits, calendar } = world()
  const accounts = [...traders.values()].map(({ traderId, firmId }) => ({ traderId, firmId }))
  const lists = { firms: [...firms.values()], brokers: [...brokers.values()], traders: accounts }
  const reference = { ...lists, securities: [...securities.values()], limits, calendar }
  journals({ type: 'changeReference', at: moment('00:00'), reference })
  for (const { traderId } of accounts)
    journals({ type: 'setPresence', at: moment('00:00'), traderId, present: true })
  const sends = (order: Order, when: string): void => {
    journals(draftOf(order, when))
    journals(submitOf(`${order.traderId}-1`, order.terms, when))
  }
  return { state, rows, journals, sends }
}

function replayed(rows: readonly JournalTable[]): State {
  const state = emptyState()
  for (const row of rows) expect(divergenceAt(state, row)).toBeNull()
  return state
}

test('two traders who parted match again when their silence ends, and a replay decides the same', () => {
  const { state, rows, journals, sends } = journalled()
  sends(buys('alder', 10_000), '00:01')
  sends(sells('birch', 10_000), '00:01')
  journals(sweepAt('00:02'))
  journals(sweepAt('00:02'))
  journals(answerOf(state, 'alder', 'ACCEPT', '00:02:10'))
  journals(answerOf(state, 'birch', 'DECLINE', '00:02:10'))
  journals(ownerCommand('resumeAdvert', 'alder-1', '00:03'))
  journals(ownerCommand('resumeAdvert', 'birch-1', '00:03'))
  // A sweep of their security, which finds no match while they are silent.
  sends(sells('cypress', 10_000, { brokerIds: ['DAI'] }), '00:04')
  journals(sweepAt('00:04'))
  journals(sweepAt('00:18'))

  expect(rows.at(-1)?.events).toContain('contraLocated')
  expect(stateHash(replayed(rows))).toBe(stateHash(state))
})

test("a journal entry that today's rules decide differently is reported by its event types only", () => {
  const { rows, sends } = journalled()
  sends(buys('alder', 10_000), '00:01')
  const last = rows.at(-1) as JournalTable
  const written = { ...last, events: last.events.replace('"minShares":1000', '"minShares":1100') }
  const state = replayed(rows.slice(0, -1))

  const divergence = divergenceAt(state, written)

  expect(written.events).not.toBe(last.events)
  expect(divergence).toEqual({
    seq: last.seq,
    command: 'submitAdvert',
    written: ['advertSubmitted'],
    today: ['advertSubmitted'],
  })
  expect(state.adverts.get('alder-1')?.minShares).toBe(1_100)
})
