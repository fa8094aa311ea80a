import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, latestTime, runScenario } from '../../test/arbitrary-scenario.ts'
import {
  answerOf,
  bookIn,
  buys,
  locatedPair,
  moment,
  ownerCommand,
  perform,
  refusalCodeOf,
  sells,
  sweepAt,
  world,
} from '../../test/book.ts'
import { decide } from '../decide.ts'
import { copyOfState, snapshotOf } from '../evolve/snapshot.ts'
import type { Event } from '../model/events.ts'
import { yen } from '../model/price.ts'
import type { State } from '../model/state.ts'
import { notificationsOf } from '../notifications.ts'

const actions = ['pauseAdvert', 'resumeAdvert', 'cancelAdvert'] as const
type Action = (typeof actions)[number]

/** A colleague of alder who is the desk head, and the adverts of alder and birch. */
function desk(isDeskHead = true): State {
  const traders = [{ traderId: 'head', firmId: 'alder', ...(isDeskHead ? { isDeskHead } : {}) }]
  return bookIn(world({ traders }), buys('alder', 10_000), buys('birch', 20_000))
}

const byHead = (action: Action, advertId: string, when: string | number = '00:05', deskHeadId = 'head') => ({
  ...ownerCommand(action, advertId, when),
  deskHeadId,
})

const withoutHead = (events: readonly Event[]) =>
  events.map(({ deskHeadId: _, ...event }: Event & { deskHeadId?: string }) =>
    'by' in event && event.by === 'DESK_HEAD' ? { ...event, by: 'OWNER' } : event,
  )

// rule: 15.24
test('a desk head pauses, resumes and cancels the advert of a colleague, and the events name the head', () => {
  const state = desk()

  expect(perform(state, byHead('pauseAdvert', 'alder-1', '00:05'))).toMatchObject([
    { type: 'advertPaused', advertId: 'alder-1', by: 'DESK_HEAD', deskHeadId: 'head' },
  ])
  expect(perform(state, byHead('resumeAdvert', 'alder-1', '00:06'))).toMatchObject([
    { type: 'advertResumed', advertId: 'alder-1', advertisementStatus: 'LIVE', deskHeadId: 'head' },
  ])
  expect(perform(state, byHead('cancelAdvert', 'alder-1', '00:07'))).toMatchObject([
    { type: 'advertCancelled', causeOfDeath: 'CANCELLED_BY_USER', deskHeadId: 'head' },
  ])
})

// rule: 15.23
test.each(actions)(
  '%s of a trader who is not the desk head finds no advert, nor one of another firm',
  (action) => {
    const reference = { traders: [{ traderId: 'head', firmId: 'alder' }] }
    const ended = desk()
    perform(ended, { type: 'changeReference', at: moment('00:04'), reference })

    for (const state of [desk(false), ended])
      expect(refusalCodeOf(state, byHead(action, 'alder-1'))).toBe('ADVERT-NOT-FOUND')
    for (const [advertId, headId] of [
      ['birch-1', 'head'],
      ['alder-1', 'nobody'],
      ['alder-1', 'birch'],
    ] as const)
      expect(refusalCodeOf(desk(), byHead(action, advertId, '00:05', headId))).toBe('ADVERT-NOT-FOUND')
  },
)

// rule: 15.25
test('the advert of a colleague who is not connected is paused and cancelled, but not resumed', () => {
  const state = desk()
  perform(state, { type: 'setPresence', at: moment('00:04'), traderId: 'alder', present: false })
  perform(state, byHead('pauseAdvert', 'alder-1'))

  expect(refusalCodeOf(state, byHead('resumeAdvert', 'alder-1'))).toBe('ADVERT-ERROR-003')
  expect(refusalCodeOf(state, ownerCommand('resumeAdvert', 'alder-1', '00:05'))).toBeNull()
  expect(refusalCodeOf(state, byHead('cancelAdvert', 'alder-1'))).toBeNull()
})

// rule: 15.24
test('a head does not resume what the owner, a failed locate or the end of a session has paused', () => {
  const own = desk()
  perform(own, ownerCommand('pauseAdvert', 'alder-1', '00:04'))
  // Pausing what is paused changes nothing.
  perform(own, byHead('pauseAdvert', 'alder-1'))
  const again = desk()
  perform(again, byHead('pauseAdvert', 'alder-1', '00:03'))
  perform(again, ownerCommand('resumeAdvert', 'alder-1', '00:03:30'))
  perform(again, ownerCommand('pauseAdvert', 'alder-1', '00:04'))
  const ended = desk()
  perform(ended, { type: 'endSession', at: moment('00:04'), traderId: 'alder', reason: 'LOGGED_OUT' })
  perform(ended, { type: 'setPresence', at: moment('00:05'), traderId: 'alder', present: true })
  const failed = desk()
  bookIn(failed, sells('cypress', 10_000))
  perform(failed, byHead('pauseAdvert', 'alder-1', failed.at))
  perform(failed, byHead('resumeAdvert', 'alder-1', failed.at))
  perform(failed, ownerCommand('pauseAdvert', 'birch-1', failed.at))
  perform(failed, sweepAt('00:04'))
  for (const name of ['alder', 'cypress']) perform(failed, answerOf(failed, name, 'DECLINE', '00:04:01'))

  for (const state of [own, again, ended, failed]) {
    expect(state.adverts.get('alder-1')?.advertisementStatus).toBe('PAUSED')
    expect(refusalCodeOf(state, byHead('resumeAdvert', 'alder-1'))).toBe('ADVERT-ERROR-003')
    expect(refusalCodeOf(state, ownerCommand('resumeAdvert', 'alder-1', '00:05'))).toBeNull()
  }
})

// rule: 15.26
test('an advert in a locate stays with its trader', () => {
  const unanswered = locatedPair(buys('alder', 10_000), sells('birch', 10_000))
  const reference = { traders: [{ traderId: 'head', firmId: 'alder', isDeskHead: true }] }
  perform(unanswered, { type: 'changeReference', at: unanswered.at, reference })
  const answered = copyOfState(unanswered)
  perform(answered, answerOf(answered, 'alder', 'ACCEPT', '00:05:01'))

  for (const state of [unanswered, answered])
    expect(actions.map((action) => refusalCodeOf(state, byHead(action, 'alder-1', state.at)))).toEqual([
      'ADVERT-ERROR-007',
      'ADVERT-ERROR-003',
      'ADVERT-ERROR-002',
    ])
})

// rule: 15.27
test('the owner is notified by whom, and nobody else is', () => {
  const state = desk()
  const notified = actions.flatMap((action, index) =>
    perform(state, byHead(action, 'alder-1', `00:0${index + 5}`)).flatMap((event) =>
      notificationsOf(state, event),
    ),
  )
  const owner = { to: { traderId: 'alder' }, advertId: 'alder-1', deskHeadId: 'head' }

  expect(notified).toMatchObject([
    { ...owner, message: 'DESK_HEAD_PAUSED' },
    { ...owner, message: 'DESK_HEAD_RESUMED' },
    { ...owner, message: 'DESK_HEAD_CANCELLED' },
  ])
})

// rule: 15.24
test("a desk head's action does what the owner's own would, in any state", () => {
  let compared = 0
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      const heads = [...state.firms.keys()].map((firmId) => ({ traderId: `${firmId} head`, firmId }))
      const traders = heads.map((head) => ({ ...head, isDeskHead: true }))
      const at = latestTime(state)
      perform(state, { type: 'changeReference', at, reference: { traders } })
      for (const advert of state.adverts.values())
        for (const action of actions) {
          const { id, firmId, traderId } = advert
          if (action === 'resumeAdvert' && !state.traders.get(traderId)?.present) continue
          const command = { type: action, at, traderId, advertId: id, price: 2_000 * yen }
          const byTheHead = { ...command, deskHeadId: `${firmId} head` }
          if (action === 'resumeAdvert') {
            // Nothing in a scenario is paused by a head.
            expect(decide(state, byTheHead)).toMatchObject({ refusal: { errorCode: 'ADVERT-ERROR-003' } })
            advert.isPausedByHead = true
          }
          const own = decide(state, command)
          const head = decide(state, byTheHead)
          compared += 1
          if ('refusal' in own || 'refusal' in head) {
            expect(head).toEqual(own)
            continue
          }
          expect(withoutHead(head.events)).toEqual(own.events)
          const [ownState, headState] = [copyOfState(state), copyOfState(state)]
          perform(ownState, command)
          perform(headState, { ...command, deskHeadId: `${firmId} head` })
          // Who paused it is the one difference.
          for (const each of [ownState, headState]) {
            const copy = each.adverts.get(id)
            if (copy) copy.isPausedByHead = false
          }
          expect(snapshotOf(headState)).toEqual(snapshotOf(ownState))
        }
    }),
    { numRuns: 60 },
  )
  expect(compared).toBeGreaterThan(100)
})

test('a trader is no desk head before the grant, nor once it is withdrawn', () => {
  const state = desk(false)
  expect(state.traders.get('head')?.isDeskHead).toBe(false)

  for (const isDeskHead of [true, false]) {
    const traders = [{ traderId: 'head', firmId: 'alder', ...(isDeskHead ? { isDeskHead } : {}) }]
    perform(state, { type: 'changeReference', at: state.at, reference: { traders } })
    expect(state.traders.get('head')?.isDeskHead).toBe(isDeskHead)
  }
})
