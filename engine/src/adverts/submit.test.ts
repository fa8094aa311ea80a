import { expect, test } from 'vitest'
import {
  advertIn,
  book,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  locatedPair,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  placeOrder,
  refusalCodeOf,
  securityNamed,
  sells,
  submitOf,
  sweepAt,
  today,
  world,
} from '../../test/book.ts'
import { decide } from '../decide.ts'
import type { AdvertTerms } from '../model/advert.ts'
import { ownAdverts } from '../model/lookups.ts'
import { yen } from '../model/price.ts'
import { refused } from '../model/refusals.ts'

const buyer = buys('alder', 10_000)
const armed = { advertisingTriggerActivated: true, advertisingTrigger: 1_990 * yen }

// rule: 2.3
test('a draft is private and prevents another advert of its firm in the security', () => {
  const state = world({ traders: [{ traderId: 'clerk', firmId: 'alder' }] })
  perform(state, draftOf(buyer, state.at + 1_000))

  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'UNSENT',
    submitTime: null,
    expiryDate: null,
  })
  const again = (traderId: string, securityId = 'toyota') =>
    refusalCodeOf(state, draftOf({ ...buyer, traderId, securityId }, state.at, 'x'))
  expect(again('alder')).toBe('ADVERT-ERROR-001')
  expect(again('clerk')).toBe('ADVERT-ERROR-001')
  expect(again('clerk', 'sony')).toBeNull()
  expect(again('birch')).toBeNull()
})

test('a draft of an unknown security is refused', () => {
  const state = world()
  const command = draftOf({ ...buyer, securityId: 'nowhere' }, state.at)

  expect(refusalCodeOf(state, command)).toBe('SECURITY-NOT-FOUND')
})

// spec: 1.1
// rule: 2.4
test('a sent advert that can match now is live at once, and queues from when it was sent', () => {
  const state = world()
  perform(state, draftOf(buyer, '00:01'))
  const sent = perform(state, submitOf('alder-1', buyer.terms, '00:02'))

  expect(sent).toMatchObject([{ type: 'advertSubmitted', advertisementStatus: 'LIVE' }])
  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'LIVE',
    minShares: 1_000,
    priorityTime: moment('00:02'),
    submitTime: moment('00:02'),
  })
  expect(perform(state, sweepAt('00:03'))).toEqual([])
})

// rule: 2.4
test('an advert that is sent before matching opens is SENT until then, and has queued since it was sent', () => {
  const calendar = calendarOf([{ from: 0, to: 480 }], [{ from: 30, to: 384 }])
  const state = world({ calendar })
  placeOrder(state, buyer)
  const sentAt = state.at
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('SENT')

  expect(perform(state, sweepAt('00:30'))).toMatchObject([{ type: 'advertReleased', advertId: 'alder-1' }])
  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'LIVE',
    priorityTime: sentAt,
    submitTime: sentAt,
  })
})

// rule: 2.4
test('an advert with an advertising trigger is SENT until it has fired', () => {
  const state = world()
  placeOrder(state, buys('alder', 10_000, armed))

  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('SENT')
  expect(perform(state, sweepAt('00:01'))).toEqual([])
})

const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 1_990 * yen }
const indexRelative = { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 299 }
/** The daily limits in yen. */
const levels = { min: 1_500, max: 2_500 }

/** Every invalid term, one at a time. Those of triggers are in trigger-validation.test.ts. */
const wrong: readonly (readonly [string, Partial<AdvertTerms>, ReturnType<typeof refused>])[] = [
  ['no broker', { brokerIds: [] }, refused('ADVERT-ERROR-011')],
  ['five brokers', { brokerIds: ['NOM', 'DAI', 'MIZ', 'SMB', 'GS'] }, refused('ADVERT-BROKER')],
  ['a broker twice', { brokerIds: ['NOM', 'NOM'] }, refused('ADVERT-BROKER')],
  ['an unknown broker', { brokerIds: ['NOM', 'NOBODY'] }, refused('ADVERT-BROKER')],
  ['a quantity of zero', { shareQuantity: 0 }, refused('ADVERT-LOT', { lotSize: 100 })],
  ['a negative quantity', { shareQuantity: -10_000 }, refused('ADVERT-LOT', { lotSize: 100 })],
  ['an odd lot', { shareQuantity: 10_050 }, refused('ADVERT-LOT', { lotSize: 100 })],
  ['a fraction of a share', { shareQuantity: 10_000.5 }, refused('ADVERT-LOT', { lotSize: 100 })],
  ['no number', { shareQuantity: Number.NaN }, refused('ADVERT-LOT', { lotSize: 100 })],
  ['too small a quantity', { shareQuantity: 4_900 }, refused('ADVERT-ERROR-004', { notional: 10_000_000 })],
  ['a minimum under 10 %', { minimumQuantity: 9 }, refused('ADVERT-MINIMUM', { min: 10, max: 75 })],
  ['a minimum over 75 %', { minimumQuantity: 76 }, refused('ADVERT-MINIMUM', { min: 10, max: 75 })],
  ['a fraction of a percent', { minimumQuantity: 10.5 }, refused('ADVERT-MINIMUM', { min: 10, max: 75 })],
  ['a hurdle under 1', { credibilityHurdle: 0 }, refused('ADVERT-ERROR-006')],
  ['a hurdle over 100', { credibilityHurdle: 101 }, refused('ADVERT-ERROR-006')],
  ['a trigger without a level', { ...armed, advertisingTrigger: null }, refused('TRIGGER-LEVEL', levels)],
  ['a knockout where it goes live', { ...armed, ...knockout }, refused('TRIGGER-ORDER')],
  ['too small an index-relative offset', indexRelative, refused('TRIGGER-INDEX', { min: 3, max: 7 })],
]

// spec: 5.editor.6
// rule: 6.11
test.each(wrong)('an advert with %s is refused at submit and at modify', (_, terms, refusal) => {
  const state = world()
  perform(state, draftOf(buyer, state.at + 1_000))
  const submit = submitOf('alder-1', { ...buyer.terms, ...terms }, '00:05')
  expect(decide(state, submit)).toEqual(refusal)

  perform(state, submitOf('alder-1', buyer.terms, '00:05'))
  expect(decide(state, modifyOf(state, 'alder-1', terms, '00:06'))).toEqual(refusal)
})

test.each<[string, Partial<AdvertTerms>]>([
  ['four brokers', { brokerIds: ['NOM', 'DAI', 'MIZ', 'SMB'] }],
  ['the smallest quantity', { shareQuantity: 5_000 }],
  ['the smallest minimum', { minimumQuantity: 10 }],
  ['the largest minimum', { minimumQuantity: 75 }],
  ['the lowest hurdle', { credibilityHurdle: 1 }],
  ['the highest hurdle', { credibilityHurdle: 100 }],
])('an advert with %s is sent', (_, terms) => {
  const state = world()
  perform(state, draftOf(buyer, state.at + 1_000))

  expect(refusalCodeOf(state, submitOf('alder-1', { ...buyer.terms, ...terms }, '00:05'))).toBeNull()
})

test.each([
  ['the firm may not use it', { enabled: { alder: ['DAI'] } }],
  ['it is not active', { brokers: ['DAI', { brokerId: 'NOM', active: false, swapEnabled: true }] }],
])('a broker is refused when %s', (_, of) => {
  const state = world(of)
  perform(state, draftOf(buyer, state.at + 1_000))

  expect(decide(state, submitOf('alder-1', buyer.terms, '00:05'))).toEqual(refused('ADVERT-BROKER'))
})

const tokyo = calendarOf([{ from: 1_380, to: 480 }], [{ from: 0, to: 149 }])

// rule: 13.7
test('outside platform hours a submit is refused with the hours, and before the open the advert is SENT', () => {
  const state = world({ calendar: tokyo, opens: '08:00' })
  perform(state, draftOf(buyer, state.at + 1_000))
  const submit = (clock: string) => submitOf('alder-1', buyer.terms, clock)
  const variables = { ric: 'toyota.T', exchange: 'XTKS', hours: '23:00 to 08:00' }
  expect(decide(state, submit('22:59:59.999'))).toEqual(refused('PLATFORM-HOURS', variables))

  perform(state, submit('23:00'))
  expect(perform(state, sweepAt('23:30'))).toMatchObject([{ type: 'tradingDayEnded' }])
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('SENT')
})

test('a refusal lists all platform hours of a day', () => {
  const state = world({
    calendar: calendarOf([
      { from: 0, to: 60 },
      { from: 120, to: 180 },
    ]),
  })
  perform(state, draftOf(buyer, state.at + 1_000))

  expect(decide(state, submitOf('alder-1', buyer.terms, '01:30'))).toMatchObject({
    refusal: { variables: { hours: '00:00 to 01:00, 02:00 to 03:00' } },
  })
})

// rule: 13.8
test('a submit on a day on which the exchange is closed is refused', () => {
  const state = world({ calendar: { ...tokyo, holidays: [today] } })
  perform(state, draftOf(buyer, state.at + 1_000))

  expect(decide(state, submitOf('alder-1', buyer.terms, '00:05'))).toEqual(refused('ADVERT-ERROR-010'))
})

test('a modified duration counts from the submit, and one that is over already is refused', () => {
  const state = book(buys('alder', 10_000, { duration: '150' }))
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:30'))

  expect(decide(state, modifyOf(state, 'alder-1', { duration: '60' }, '01:00:01'))).toEqual(
    refused('ADVERT-DURATION'),
  )
  perform(state, modifyOf(state, 'alder-1', { duration: '60' }, '01:00:00.999'))
  expect(advertIn(state, 'alder-1')).toMatchObject({
    expiryDate: moment('01:00:01'),
    advertisementStatus: 'PAUSED',
  })
})

// rule: 13.6
test('a longer duration does not revive an expired advert', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }))
  const longer = (when: string) => modifyOf(state, 'alder-1', { duration: 'END_OF_DAY' }, when)

  expect(refusalCodeOf(state, longer('01:00:00.999'))).toBeNull()
  expect(refusalCodeOf(state, longer('01:00:01'))).toBe('ADVERT-ERROR-002')
})

test('a modify changes the terms, the minimum and the whole quantity at once', () => {
  const state = book(buyer)
  perform(
    state,
    modifyOf(state, 'alder-1', { shareQuantity: 12_300, minimumQuantity: 25, direction: 'SELL' }, '00:05'),
  )

  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'LIVE',
    quantityRemaining: 12_300,
    minShares: 3_100,
    settledSince: moment('00:05'),
    terms: { direction: 'SELL' },
  })
})

test('an advert that changes its direction matches adverts of its former side', () => {
  const state = book(buyer, buys('birch', 10_000))
  perform(state, modifyOf(state, 'birch-1', { direction: 'SELL' }, '00:01'))

  expect(perform(state, sweepAt('00:05'))).toMatchObject([{ buyId: 'alder-1', sellId: 'birch-1' }])
})

// rule: 2.9
test('a dead advert that is sent again is a new advert in the same position of its list', () => {
  const state = book(buyer, buys('alder', 10_000, { securityId: 'sony' }))
  perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:05'))
  const submit = submitOf('alder-1', { ...buyer.terms, shareQuantity: 8_000 }, '00:06')
  const events = perform(state, { ...submit, freshId: 'alder-3' })

  expect(events).toMatchObject([{ type: 'advertSubmitted', advertId: 'alder-3', replaces: 'alder-1' }])
  expect(ownAdverts(state, 'alder').map(({ id }) => id)).toEqual(['alder-2', 'alder-3'])
  expect(advertIn(state, 'alder-3')).toMatchObject({ quantityRemaining: 8_000, submitTime: moment('00:06') })
  expect(state.adverts.has('alder-1')).toBe(false)
  expect(refusalCodeOf(state, submit)).toBe('ADVERT-NOT-FOUND')
})

test('a dead advert is not sent again while a colleague has an advert in the security', () => {
  const state = world({ traders: [{ traderId: 'clerk', firmId: 'alder' }] })
  bookIn(state, buyer)
  perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:05'))
  placeOrder(state, buys('clerk', 10_000))

  expect(refusalCodeOf(state, submitOf('alder-1', buyer.terms, '00:06'))).toBe('ADVERT-ERROR-001')
})

// rule: 15.19
test('a platform may refuse the opposite direction for half an hour after a locate', () => {
  const flip = { ...buyer.terms, direction: 'SELL' } as const
  const state = world({ limits: { directionFlipMs: 30 * 60_000 } })
  bookIn(state, buyer, sells('birch', 10_000))
  perform(state, sweepAt('00:05'))
  perform(state, sweepAt('00:05:31.501'))
  const turned = (when: string) =>
    refusalCodeOf(state, modifyOf(state, 'alder-1', { direction: 'SELL' }, when))
  expect(turned('00:34:59.999')).toBe('ADVERT-DIRECTION')
  expect(turned('00:35')).toBeNull()

  perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:06'))
  expect(refusalCodeOf(state, submitOf('alder-1', flip, '00:34:59.999'))).toBe('ADVERT-DIRECTION')
  expect(refusalCodeOf(state, submitOf('alder-1', buyer.terms, '00:10'))).toBeNull()
  expect(refusalCodeOf(state, submitOf('alder-1', flip, '00:35'))).toBeNull()
})

test('without that rule the opposite direction is accepted at once', () => {
  const state = locatedPair(buyer, sells('birch', 10_000))
  perform(state, sweepAt('00:05:31.501'))

  expect(refusalCodeOf(state, modifyOf(state, 'alder-1', { direction: 'SELL' }, '00:05:32'))).toBeNull()
})

// rule: 15.12
test('the result of a submit does not depend on the adverts of others', () => {
  const alone = world()
  const crowded = bookIn(world(), sells('birch', 10_000), sells('cypress', 20_000))
  for (const state of [alone, crowded]) perform(state, draftOf(buyer, '00:05'))
  const submit = submitOf('alder-1', buyer.terms, '00:05:01')

  expect(decide(crowded, submit)).toEqual(decide(alone, submit))
})

// rule: 6.10
test('the platform minimum uses the price that comes with the command', () => {
  const state = world({ securities: [securityNamed('toyota', { lotSize: 1 })] })
  perform(state, draftOf(buyer, state.at + 1_000))
  const submit = submitOf('alder-1', { ...buyer.terms, shareQuantity: 1 }, '00:05')

  expect(refusalCodeOf(state, { ...submit, price: 100_000_000_000 })).toBeNull()
  expect(refusalCodeOf(state, { ...submit, price: 99_999_999_999 })).toBe('ADVERT-ERROR-004')
})

test('a modify to identical terms, such as a retry, has no effect', () => {
  const state = book(buyer)
  const changed = modifyOf(state, 'alder-1', { shareQuantity: 9_000 }, '01:02')

  expect(perform(state, changed)).toHaveLength(1)
  expect(perform(state, { ...changed, at: changed.at + 1_000 })).toEqual([])
})

test('removing an optional term is a change', () => {
  const state = book(buyer)
  const withNote = modifyOf(state, 'alder-1', { note: 'an optional term' } as Partial<AdvertTerms>, '01:02')
  expect(perform(state, withNote)).toHaveLength(1)
  const { note, ...terms } = withNote.terms as AdvertTerms & { readonly note?: string }

  expect(note).toBe('an optional term')
  expect(perform(state, { ...withNote, terms, at: withNote.at + 1_000 })).toHaveLength(1)
})
