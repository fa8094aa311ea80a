import { defaultLimits, type ProbingLimits } from '@aitai/engine/model/limits.ts'
import { languages, textIn } from '@aitai/messages/texts.ts'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { submissionBody } from '../../../server/test/support/test-user.ts'
import { serverClock } from '../../src/shared/connection/server-clock.ts'
import { openAs, type Page, pageServer, selectAdvert, switchLanguage } from '../support/controlled-server.tsx'

/** Alder looks at the desk, Birch uses the API. */
async function startMarket(limits: Partial<ProbingLimits> = {}) {
  const probing = { ...defaultLimits.probing, ...limits }
  const desk = await startTestServer({ brokers: ['Hinoki'], limits: { probing }, ...(await pageServer()) })
  catchUp(desk)
  const [alder, birch] = await Promise.all([desk.trader('alder'), desk.trader('birch')])
  await birch.connects()
  return { desk, alder, birch }
}

/** The clock of the page runs, while that of the server stands until it is advanced. */
const catchUp = ({ clock }: TestServer): void =>
  clock.advance(Math.max(0, Math.ceil(serverClock.now()) - clock.now()))

const warning = () => document.querySelector<HTMLElement>('.status-banner-limit')

/** Expects a warning in the banner and its explanation, in both languages; `time` is as the banner shows it. */
async function expectWarning(page: Page, code: 'RESTING', time = ''): Promise<void> {
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    const [shown, explained] = [`advert.banner.${code}`, `whyNot.${code}`] as const
    await waitFor(() => expect(warning()?.textContent).toBe(textIn(language, shown, { time })))
    expect(warning()?.title).toBe(textIn(language, explained, { time }))
  }
}

const noWarning = () => waitFor(() => expect(warning()?.textContent).toBe(''))

// rule: 21.6, 21.10
test('after a larger quantity the banner says until when the IOI is not matched', async () => {
  const { desk, alder } = await startMarket()
  const page = await openAs(alder)
  const sent = await alder.advertises('BUY', '7203.T', 10_000)
  await selectAdvert('7203.T')
  await noWarning()
  const end = new Date(desk.clock.now() + 60_000)
  await alder.asks('/advert/modify-advert', { body: { ...submissionBody(sent), shareQuantity: 20_000 } })

  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(end)
  const zones = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(end)
  const zone = zones.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  await expectWarning(page, 'RESTING', `${clock} ${zone}`)
  desk.clock.advance(60_000)
  await noWarning()
}, 60_000)
