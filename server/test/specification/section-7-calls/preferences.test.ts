import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { describe, expect, test } from 'vitest'
import type { TestUser } from '../../support/test-user.ts'
import { startWithOneUser } from './call-fixtures.ts'

const path = '/user-defaults'
const prefsOf = (someone: TestUser): Promise<TraderDefaults> => someone.asks(`${path}/get-trader-defaults`)

/** The defaults of the specification's section 3. */
const defaults = {
  priceConditions: {
    advertTriggerOffset: 0,
    advertTriggerStatus: false,
    knockoutTriggerOffset: 5,
    knockoutTriggerStatus: false,
    indexRelativeOffset: 0,
    indexRelativeStatus: false,
  },
  advertPreferences: {
    credibilityHurdle: 3,
    duration: '60',
    minQuantity: 25,
    quantityDecay: false,
    transactionType: 'CASH_ONLY',
    contraTransactionType: 'CASH_ONLY',
  },
  pathPreferences: { ranked: false, brokers: [] },
}

describe('preferences', () => {
  // spec: 7.preferences.1
  test('7.preferences.1 GET /user-defaults/get-trader-defaults: prefs.', async () => {
    const { alder } = await startWithOneUser()
    expect(await prefsOf(alder)).toEqual(defaults)
  })

  // spec: 7.preferences.2
  test('7.preferences.2 POST /user-defaults/set-trader-defaults: body prefs; returns prefs.', async () => {
    const { alder } = await startWithOneUser()
    const [hinoki] = await alder.asks<Broker[]>('/broker/user-brokers-list')
    const { brokerID: id = '', brokerName = '', shortName = '' } = hinoki ?? {}
    const body = {
      priceConditions: {
        advertTriggerOffset: 1,
        advertTriggerStatus: true,
        knockoutTriggerOffset: 10,
        knockoutTriggerStatus: true,
        indexRelativeOffset: 3,
        indexRelativeStatus: true,
      },
      advertPreferences: { ...defaults.advertPreferences, credibilityHurdle: 41, duration: 'END_OF_DAY' },
      pathPreferences: { ranked: true, brokers: [{ id, brokerName, shortName }] },
    }

    expect(await alder.asks(`${path}/set-trader-defaults`, { body })).toEqual(body)
    expect(await prefsOf(alder)).toEqual(body)
    const tooMuch = { ...body, priceConditions: { ...body.priceConditions, indexRelativeOffset: 8 } }
    expect((await alder.isRefused(`${path}/set-trader-defaults`, { body: tooMuch })).status).toBe(400)
    expect(await prefsOf(alder)).toEqual(body)
  })

  // spec: 7.preferences.3
  test('7.preferences.3 POST /user-defaults/set-advert-pref-defaults: body duration, minQuantity (percent integer), quantityDecay, credibilityHurdle, transactionType, contraTransactionType.', async () => {
    const { alder } = await startWithOneUser()
    const body = {
      duration: '150',
      minQuantity: 75,
      quantityDecay: true,
      credibilityHurdle: 21,
      transactionType: 'CASH_SWAP',
      contraTransactionType: 'SWAP_ONLY',
    }

    const answer = await alder.asks(`${path}/set-advert-pref-defaults`, { body })
    expect(answer).toEqual({ ...defaults, advertPreferences: body })
    expect(await prefsOf(alder)).toEqual(answer)
    for (const minQuantity of [9, 76, 12.5])
      expect(
        await alder.isRefused(`${path}/set-advert-pref-defaults`, { body: { ...body, minQuantity } }),
      ).toMatchObject({ status: 400, field: 'minQuantity' })
    expect(await prefsOf(alder)).toEqual(answer)
  })

  // spec: 7.preferences.4
  test('7.preferences.4 POST /user-defaults/set-broker-defaults: body brokerIds, ranked.', async () => {
    const { alder } = await startWithOneUser({ brokers: ['Hinoki', 'Kaede'] })
    const brokers = await alder.asks<Broker[]>('/broker/user-brokers-list')
    const brokerIds = brokers.map(({ brokerID }) => brokerID).reverse()

    const answer = await alder.asks<TraderDefaults>(`${path}/set-broker-defaults`, {
      body: { brokerIds, ranked: true },
    })
    expect(answer.pathPreferences).toEqual({
      ranked: true,
      brokers: [
        { id: brokerIds[0], brokerName: 'Kaede', shortName: 'Kaede' },
        { id: brokerIds[1], brokerName: 'Hinoki', shortName: 'Hinoki' },
      ],
    })
    expect(answer.advertPreferences).toEqual(defaults.advertPreferences)
    expect(await prefsOf(alder)).toEqual(answer)
  })
})
