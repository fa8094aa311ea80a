import type { NamedConditions } from '@aitai/contract/schemas/preferences.ts'
import type { TestUser } from '../../../server/test/support/test-user.ts'

/** Conditions with the only broker and a minimum of 30 %. */
export async function savesConditions(trader: TestUser, name: string): Promise<void> {
  const defaults = await trader.callsOk<NamedConditions['conditions']>('/user-defaults/get-trader-defaults')
  const [broker] = await trader.callsOk<{ brokerID: string }[]>('/broker/user-brokers-list')
  const advertPreferences = { ...defaults.advertPreferences, credibilityHurdle: 41, minQuantity: 30 }
  const pathPreferences = { ranked: false, brokers: [{ id: broker?.brokerID ?? '' }] }
  const conditions = { ...defaults, advertPreferences, pathPreferences }
  await trader.callsOk('/user-defaults/save-conditions', { body: { name, replaces: null, conditions } })
}
