import { expect, test } from 'vitest'
import {
  changeAdvert,
  liveAdvert,
  locatePair,
  startWithTwoTraders,
  toyota,
  untilStatus,
} from '../support/journeys.ts'
import { ScriptedMarket } from '../support/scripted-market.ts'

// spec: 3.33, 7.reference.5
test('uploads, cancellations, locates, answers, timeouts and cancel triggers are counted for each trader', async () => {
  const market = new ScriptedMarket()
  const both = await startWithTwoTraders({ quotes: market.quotes })
  const { desk, alder, birch } = both
  const counts = (person = alder) => person.callsOk('/user/ioi-counts')
  const none = { upload: 0, cancel: 0, locate: 0, accept: 0, decline: 0, timeout: 0, triggerCancel: 0 }
  expect(await counts()).toEqual(none)

  await changeAdvert(alder, 'cancel', await liveAdvert(alder, '9984.T'))
  expect(await counts()).toEqual({ ...none, upload: 1, cancel: 1 })

  const { locate, contra } = await locatePair(both, '6758.T')
  const located = { ...none, upload: 2, cancel: 1, locate: 1 }
  expect(await counts()).toEqual(located)
  await alder.accepts(locate)
  await birch.declines(contra)
  expect(await counts()).toEqual({ ...located, accept: 1 })
  expect(await counts(birch)).toEqual({ ...none, upload: 1, locate: 1, decline: 1 })

  await locatePair(both, '8306.T')
  desk.clock.advance(40_000)
  await alder.receives('Contra locate timeout')
  const lapsed = { ...located, upload: 3, locate: 2, accept: 1, timeout: 1 }
  expect(await counts()).toEqual(lapsed)

  const armed = { knockoutTriggerActivated: true, knockoutTrigger: 3_000 }
  const { id } = await alder.advertises('BUY', toyota, 10_000, armed)
  market.standsAt(toyota, 3_050)
  await untilStatus(alder, id, 'DEAD')
  expect(await counts()).toEqual({ ...lapsed, upload: 4, triggerCancel: 1 })
})
