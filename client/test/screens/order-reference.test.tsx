import { textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { enterQuantity, press, searchSecurity, send } from '../support/advert-editor.ts'
import { openAs, pageServer } from '../support/controlled-server.tsx'

const field = (): HTMLInputElement =>
  screen.getByRole('textbox', { name: textIn('En', 'advert.panel.reference') })

// rule: 27.1
test('a reference is typed or pasted, and sent with the IOI', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('7203.T')
  await enterQuantity('10,000')
  await press('advert.panel.open')
  await userEvent.click(screen.getByRole('tab', { name: textIn('En', 'advert.panel.advertPreferences') }))
  expect(field().maxLength).toBe(32)
  fireEvent.change(field(), { target: { value: '\tPT-12' } })
  expect(field().value).toBe('PT-12')
  await send('send')
  await waitFor(async () => expect((await alder.adverts())[0]?.orderReference).toBe('PT-12'))
})
