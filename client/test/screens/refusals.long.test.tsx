import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  advertInEveryStatus,
  changeAdvert,
  hourMs,
  startWithOneTrader,
} from '../../../server/test/support/journeys.ts'
import { submissionBody } from '../../../server/test/support/test-user.ts'
import { enterQuantity, press, searchSecurity, send } from '../support/advert-editor.ts'
import {
  beforeRequest,
  onRequest,
  openAs,
  type Page,
  pageServer,
  selectAdvert,
  switchLanguage,
} from '../support/controlled-server.tsx'

type Key = Parameters<typeof textIn>[1]

/** Expects the text of a code, in both languages, and that its words mean what the specification says. */
async function expectShown(page: Page, code: Key, words: Readonly<Record<Language, RegExp>>, values = {}) {
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    const text = textIn(language, code, values)
    await waitFor(() => expect(document.body.textContent).toContain(text))
    expect(text).toMatch(words[language])
  }
}

/** Closes the popup that shows the refusal. */
async function close(key: 'common.ok' | 'advert.review.back'): Promise<void> {
  await press(key)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

const select = (advert: Advert): Promise<void> => selectAdvert(advert.securityName.slice(0, 6))

// spec: 2.trader.32, 8.advert.1, 8.advert.2, 8.advert.3, 8.advert.4, 8.advert.5, 8.advert.6, 8.advert.7
// spec: 8.advert.8, 8.shown.2
test('every refusal of an advert is shown with the text of its code, in both languages', async () => {
  const { desk, alder, adverts } = await advertInEveryStatus(await pageServer())
  await desk.addUser({ email: 'colleague@alder.example', role: 'TRADER', firm: 'Alder' })
  const colleague = await desk.person('colleague@alder.example').signsIn()
  await colleague.advertises('BUY', '8035.T', 10_000)
  const page = await openAs(alder)

  await searchSecurity('8035.T')
  await expectShown(page, 'ADVERT-ERROR-001', {
    En: /^IOI on security already exists for your firm/,
    Jp: /貴社.*既に/,
  })
  await close('common.ok')

  // Another tab of the same trader is faster than this one.
  await select(adverts.PAUSED)
  beforeRequest('/resume-advert/', () => changeAdvert(alder, 'resume', adverts.PAUSED))
  await press('advert.action.resume')
  await expectShown(page, 'ADVERT-ERROR-003', { En: /Only a paused IOI/, Jp: /再開.*一時停止中/ })
  await close('common.ok')

  await select(adverts.SENT)
  beforeRequest('/pause-advert/', () => changeAdvert(alder, 'cancel', adverts.SENT))
  await press('advert.action.pause')
  await expectShown(page, 'ADVERT-ERROR-007', {
    En: /cancelled or located.*paused/,
    Jp: /一時停止できません/,
  })
  await close('common.ok')

  await select(adverts.COMPLETED)
  const residual = `/advert/create-residual-advertisement/${adverts.COMPLETED.id}`
  beforeRequest(residual, () => alder.callsOk(residual))
  await press('advert.panel.residual')
  await expectShown(page, 'ADVERT-ERROR-005', {
    En: /residual cannot be created/i,
    Jp: /残数量.*作成できません/,
  })
  await close('common.ok')

  await select(adverts.LIVE)
  await enterQuantity('9,900')
  beforeRequest('/modify-advert', () => changeAdvert(alder, 'cancel', adverts.LIVE))
  await send('update')
  await expectShown(page, 'ADVERT-ERROR-002', { En: /cancelled or located.*changed/, Jp: /変更できません/ })
  await close('advert.review.back')

  await select(adverts.UNSENT)
  await enterQuantity('100')
  await send('send')
  const notional = { notional: '10,000,000' }
  await expectShown(page, 'ADVERT-ERROR-004', { En: /below the platform minimum/, Jp: /最低金額/ }, notional)

  await enterQuantity('10,000')
  // The stars offer no such hurdle.
  onRequest('/submit-advert', async (request, pass) => {
    const body = { ...((await request.clone().json()) as object), credibilityHurdle: 101 }
    return pass(new Request(request, { body: JSON.stringify(body) }))
  })
  await send('send')
  await expectShown(page, 'ADVERT-ERROR-006', { En: /credibility hurdle/, Jp: /最低信頼度/ })

  beforeRequest('/submit-advert', () =>
    alder.callsOk('/advert/submit-advert', {
      body: { ...submissionBody(adverts.UNSENT), shareQuantity: 20_000 },
    }),
  )
  await send('send')
  await expectShown(page, 'ADVERT-ERROR-008', { En: /already/, Jp: /既に/ })
})

// spec: 8.advert.9
test('on a day on which the exchange is closed, sending says so in both languages', async () => {
  const { desk } = await startWithOneTrader(await pageServer({ CALENDAR: 'jpx' }))
  // From Wednesday to Saturday, at ten in Tokyo.
  desk.clock.advance(72 * hourMs)
  const alder = await desk.trader('alder')
  await alder.drafts('7203.T')
  const page = await openAs(alder)
  await enterQuantity('10,000')
  await send('send')

  await expectShown(page, 'ADVERT-ERROR-010', { En: /exchange is closed today/, Jp: /取引所は休業日/ })
})

// spec: 5.editor.17, 5.editor.18, 8.advert.10
test('without a broker nothing is sent, and closing the error opens the tab of the brokers', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await alder.drafts('7203.T')
  const page = await openAs(alder)
  await enterQuantity('10,000')
  await press('advert.panel.open')
  await userEvent.click(screen.getByRole('tab', { name: textIn('En', 'advert.panel.pathPreferences') }))
  const [first] = await screen.findAllByRole('combobox', { name: /1/ })
  await userEvent.selectOptions(first as Element, textIn('En', 'advert.panel.none'))
  await press('advert.panel.close')
  await press('advert.action.review.send')

  await screen.findByRole('dialog')
  await expectShown(page, 'ADVERT-ERROR-011', { En: /^Please select a broker/i, Jp: /証券会社を選択/ })
  await close('common.ok')
  const tab = screen.getByRole('tab', { name: textIn('En', 'advert.panel.pathPreferences') })
  expect(tab.getAttribute('aria-selected')).toBe('true')
})
