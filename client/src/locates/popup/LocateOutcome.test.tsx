import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { type Outcome, outcomes } from '@aitai/engine/model/locate.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { api } from '../../shared/api/desk-api.ts'
import { createStore } from '../../shared/store/store.ts'
import { changeLanguage } from '../../ui/text/use-text.ts'
import { LocateOutcome } from './LocateOutcome.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const locate = { locateNotificationId: 'l1', advertisementId: 'a1', brokerName: null } as LocateNotification

async function showOutcome(
  language: Language,
  outcome: Outcome,
  advertisementStatus = 'PAUSED',
  notExecuted: LocateNotification['notExecuted'] = null,
) {
  changeLanguage(language)
  const store = createStore()
  const advert = { id: 'a1', advertisementStatus } as Advert
  await store.dispatch(api.util.upsertQueryData('advertList', undefined, [advert]))
  const onRead = vi.fn()
  renderInStore(
    <LocateOutcome locate={{ ...locate, notExecuted }} outcome={outcome} onRead={onRead} />,
    store,
  )
  const button = (key: 'locate.read' | 'locate.resume') =>
    screen.queryByRole('button', { name: textIn(language, key) })
  return { onRead, button }
}

const cases = languages.flatMap((language) => outcomes.map((outcome) => ({ language, outcome })))

// spec: 2.trader.26, 2.trader.27, 2.trader.29
test.each(cases)(
  '$outcome is displayed in $language and acknowledged by keyboard',
  async ({ language, outcome }) => {
    const { onRead, button } = await showOutcome(language, outcome)
    expect(screen.getByText(textIn(language, `locate.outcomeDetail.${outcome}`))).toBeTruthy()

    await userEvent.tab()
    expect(document.activeElement).toBe(button('locate.read'))
    await userEvent.keyboard('{Enter}')
    expect(onRead).toHaveBeenCalledOnce()
  },
)

test('an outcome that is still open says that nothing was executed', async () => {
  await showOutcome('En', 'ACCEPTED', 'COMPLETED', { reportedAt: 1, by: 'BOTH' })
  expect(screen.getByText(textIn('En', 'locate.notExecuted.BOTH'))).toBeTruthy()
})

// spec: 2.trader.28, 4.locate.6
test('Resume is offered only if the contra declined or timed out', async () => {
  const offered: Outcome[] = []
  for (const outcome of outcomes) {
    const { button } = await showOutcome('En', outcome)
    if (button('locate.resume')) offered.push(outcome)
    cleanup()
  }
  expect(offered.sort()).toEqual(['CONTRA_DECLINED', 'CONTRA_TIMEOUT'])
})

// spec: 4.locate.6
test('Resume resumes the advert, and says so once the server has', async () => {
  let resumed = 0
  let isRefused = true
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (!url.endsWith('/advert/resume-advert/a1'))
      return Response.json([{ id: 'a1', advertisementStatus: 'PAUSED' }])
    resumed += 1
    return isRefused
      ? Response.json({ errorCode: 'ADVERT-ERROR-003', message: 'no' }, { status: 409 })
      : Response.json({ id: 'a1' })
  })
  const { button } = await showOutcome('En', 'CONTRA_DECLINED')
  const message = textIn('En', 'locate.resumed')

  await userEvent.click(button('locate.resume') as Element)
  await vi.waitFor(() => expect(resumed).toBe(1))
  await vi.waitFor(() => expect(button('locate.resume')).not.toBeNull())
  expect(screen.queryByText(message)).toBeNull()
  isRefused = false
  await userEvent.click(button('locate.resume') as Element)
  await screen.findByText(message)
  expect(resumed).toBe(2)
})

test('Resume is not offered for an advert that is no longer paused', async () => {
  const { button } = await showOutcome('Jp', 'CONTRA_DECLINED', 'SENT')
  expect(button('locate.resume')).toBeNull()
})
