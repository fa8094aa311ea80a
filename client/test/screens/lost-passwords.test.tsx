import { languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { givesUp, losesSecret } from '../../../server/test/support/backup/lost-secret.ts'
import { startAgreed } from '../../../server/test/support/journeys.ts'
import { findButton } from '../support/advert-editor.ts'
import { openAs, type Page, pageServer, selectAdvert, switchLanguage } from '../support/controlled-server.tsx'

const en = (key: Parameters<typeof textIn>[1], values = {}): string => textIn('En', key, values)

/** Both accepted; then the secret is lost with which the passwords of their agreement were encrypted, and given up. */
async function afterLoss() {
  const { desk, alder } = await startAgreed(await pageServer())
  const password = (await alder.locates())[0]?.password
  expect(password).toMatch(/^[A-Z2-9]{8}$/)
  await losesSecret(desk)
  await givesUp(desk, true)
  await desk.restart()
  return desk
}

/** The text in place of a password, this often within an element, in both languages. */
async function saysNotReadable(page: Page, place: () => HTMLElement, times: number): Promise<void> {
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    const lost = textIn(language, 'agreement.passwordLost')
    await waitFor(() => expect(within(place()).getAllByText(lost)).toHaveLength(times))
  }
}

test('the broker reads that both passwords are not readable any more, in the popup and in the table', async () => {
  const desk = await afterLoss()
  const page = await openAs(await desk.broker('hinoki'), '/brokers-home')
  const popup = await screen.findByRole('dialog', { name: en('agreement.matchTitle') })
  await saysNotReadable(page, () => popup, 2)
  fireEvent.click(await findButton(en('common.ok'), popup))

  // The server's day is not that of this computer's clock.
  const days = await screen.findByLabelText(en('agreement.day'))
  fireEvent.change(days, { target: { value: 'all' } })
  const named = { name: /7203/, hidden: true } as const
  await screen.findByRole('row', named)
  await saysNotReadable(page, () => screen.getByRole('row', named), 2)
}, 60_000)

test('the trader reads it of the own password, on the completed IOI and among the locates', async () => {
  const desk = await afterLoss()
  const alder = await desk.person('trader@alder.example').signsIn()
  const page = await openAs(alder)
  await selectAdvert('7203.T')
  const handover = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('.handover-password')
    expect(found).not.toBeNull()
    return found as HTMLElement
  })
  await saysNotReadable(page, () => handover, 1)
  // Nothing is there to copy.
  expect(within(handover).queryByRole('button')).toBeNull()
  page.unmount()

  const locates = await openAs(alder, '/locates')
  await waitFor(() =>
    expect(document.querySelector('.blotter-table td[data-column=password]')).not.toBeNull(),
  )
  await saysNotReadable(
    locates,
    () => document.querySelector('.blotter-table td[data-column=password]') as HTMLElement,
    1,
  )
}, 60_000)
