import { languages } from '@aitai/messages/texts.ts'
import { cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  agreementIn,
  dismissMatches,
  openTestMarket,
  rowOf,
  signInAsBroker,
} from '../../test/support/broker-desk.ts'
import { runAdminCommand } from '../../test/support/operator-commands.ts'
import type { TradeSide } from './agreement-display.ts'

openTestMarket('Keyaki')

const reason = 'agreed with its desk'

test('the desk phone of a trader is in the column of the side whose institution shows it, and nowhere else', async () => {
  await agreementIn('7203.T')
  const phones = { buyer: '+81355550101', seller: '+81355550102' }
  for (const [name, phone] of Object.entries(phones))
    await runAdminCommand('user change', { email: `${name}@keyaki.example`, phone, reason })
  await runAdminCommand('firm change', { firm: 'Keyaki Buyers', showsTraders: true, reason })

  for (const language of languages) {
    await dismissMatches(await signInAsBroker(language), language)
    const row = await rowOf('7203.T')
    const cell = (side: TradeSide) => row.querySelector(`[col-id=${side}-party]`)?.textContent
    expect(cell('BUY')).toContain(`Buyer Keyaki · ${phones.buyer}`)
    expect(cell('SELL')).toContain('Keyaki Sellers')
    expect(cell('SELL')).not.toContain('Seller Keyaki')
    expect(row.textContent).not.toContain(phones.seller)
    cleanup()
  }
})
