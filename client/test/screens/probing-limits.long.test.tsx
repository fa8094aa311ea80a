import { defaultLimits, type ProbingLimits } from '@aitai/engine/model/limits.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { untilStatus } from '../../../server/test/support/journeys.ts'
import { Operator } from '../../../server/test/support/operator.ts'
import { submissionBody } from '../../../server/test/support/test-user.ts'
import { zoneName } from '../../src/ui/format/format.ts'
import { openAs, type Page, selectAdvert, switchLanguage } from '../support/controlled-server.tsx'
import { startTwoDesks } from '../support/two-desks.ts'

const startWith = (limits: Partial<ProbingLimits> = {}) =>
  startTwoDesks({ probing: { ...defaultLimits.probing, ...limits } })

const warning = () => document.querySelector<HTMLElement>('.status-banner-limit')

/** Expects a warning in the banner and its explanation, in both languages; with the values of both. */
async function expectWarning(
  page: Page,
  code: 'RESTING' | 'SECURITY_WITHDRAWAL_BUDGET' | 'HANDOVER_BUDGET',
  valuesIn: (language: Language) => Readonly<Record<string, string | number>> = () => ({}),
): Promise<void> {
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    const values = valuesIn(language)
    const [shown, explained] = [`advert.banner.${code}`, `whyNot.${code}`] as const
    await waitFor(() => expect(warning()?.textContent).toBe(textIn(language, shown, values)))
    expect(warning()?.title).toBe(textIn(language, explained, values))
  }
}

const noWarning = () => waitFor(() => expect(warning()?.textContent).toBe(''))

// rule: 21.6, 21.10
test('after a larger quantity the banner says until when the IOI is not matched', async () => {
  const { desk, alder } = await startWith()
  const page = await openAs(alder)
  const sent = await alder.advertises('BUY', '7203.T', 10_000)
  await selectAdvert('7203.T')
  await noWarning()
  const end = new Date(desk.clock.now() + 60_000)
  await alder.callsOk('/advert/modify-advert', { body: { ...submissionBody(sent), shareQuantity: 20_000 } })

  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(end)
  await expectWarning(page, 'RESTING', (language) => ({
    time: `${clock} ${zoneName(end.getTime(), language)}`,
  }))
  desk.clock.advance(60_000)
  await noWarning()
})

// rule: 21.6, 21.13
test('after withdrawn locates the banner says that there are no more in the security today', async () => {
  const market = await startWith({ withdrawalsPerSecurity: 1 })
  const page = await openAs(market.alder)
  const { id } = await market.alder.advertises('BUY', '7203.T', 10_000)
  await market.birch.advertises('SELL', '7203.T', 10_000)
  await untilStatus(market.alder, id, 'ACCEPT/DECLINE?')
  const operator = new Operator(market.desk)
  for (const command of ['halt', 'resume'] as const)
    await operator.runs(command, { security: '7203.T', reason: 'asked by the exchange' })
  await untilStatus(market.alder, id, 'LIVE')
  await selectAdvert('7203.T')

  await expectWarning(page, 'SECURITY_WITHDRAWAL_BUDGET')
})

// rule: 21.6, 21.14
test('the banner says that a broker must confirm an agreement first, until it has', async () => {
  const { desk, alder, birch } = await startWith({ openHandoversPerTrader: 1 })
  const page = await openAs(alder)
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const sold = await birch.advertises('SELL', '7203.T', 10_000)
  const contra = await birch.isLocated(sold.id)
  const own = (await alder.locates()).find(({ advertisementId }) => advertisementId === id)
  if (!own) throw new Error('alder has no locate')
  await alder.accepts(own)
  const { connectionAgreementId } = await birch.accepts(contra)
  await alder.advertises('BUY', '6758.T', 10_000)
  await selectAdvert('6758.T')

  await expectWarning(page, 'HANDOVER_BUDGET', () => ({ count: 1 }))
  await (await desk.broker('hinoki')).callsOk('/connection-agreement/broker-execution-confirmation', {
    body: { connectionAgreementId, buyStatus: true },
  })
  await noWarning()
})
